// CairnPlaceData

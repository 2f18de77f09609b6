// CairnPlaces

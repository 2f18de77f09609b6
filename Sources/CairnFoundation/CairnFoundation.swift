// CairnFoundation

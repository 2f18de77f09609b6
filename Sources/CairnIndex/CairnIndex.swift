// CairnIndex

// CairnFormats

// CairnMapKit

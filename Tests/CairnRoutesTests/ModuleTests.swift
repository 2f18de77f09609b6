import CairnRoutes
import Testing

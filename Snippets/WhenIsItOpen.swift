//! Opening hours in OpenStreetMap's syntax: whether a place is open, and the next change.

import CairnGeodesy
import CairnHours

let hours = try OpeningHours("Mo-Fr 09:00-12:30,14:00-18:00; Sa 09:00-13:00; PH off")
if let lunch = CivilTime("2026-11-24T12:45") {
  print(lunch.date.weekday, hours.isOpen(at: lunch) ? "open" : "closed")
  // prints tuesday closed
  if let change = hours.nextChange(after: lunch) { print("opens at", change.time) }
  // prints opens at 14:00
}

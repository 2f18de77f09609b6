internal import CairnGeodesy

extension DynamicTree {
  /// Puts the point of a slot into the tree; the slot is vacant and the coordinate valid.
  ///
  /// One descent: every full node on the way is split before it is entered, so a split never
  /// travels back up. O(log n), and a move of the whole memory when it must grow.
  internal mutating func insert(_ coordinate: Coordinate, slot: UInt32) {
    prepareForInsertion(slot: slot)
    let point = DynamicPoint(coordinate)
    if root < 0 {
      plant()
    }
    if branchHeads[Int(root)].count == Self.branchCapacity {
      growRoot()
    }
    count += 1
    var branch = root
    var level = branchHeads[Int(root)].level
    while true {
      let lane = chooseLane(branch, for: point)
      let child = child(branch, lane)
      if level > 1 {
        if branchHeads[Int(child)].count == Self.branchCapacity {
          splitBranch(child)
          continue
        }
        take(point, into: branch, lane)
        branch = child
        level &-= 1
      } else {
        if leafHeads[Int(child)].count == Self.leafCapacity {
          splitLeaf(child)
          continue
        }
        take(point, into: branch, lane)
        append(point, coordinate, slot: slot, to: child)
        return
      }
    }
  }

  /// Widens the box of a lane to hold a point, and counts it.
  @inline(__always)
  private func take(_ point: DynamicPoint, into branch: Int32, _ lane: Int32) {
    let box = box(branch, lane)
    if !box.contains(point) {
      setBox(branch, lane, box.union(DynamicBox(point)))
    }
    setWeight(branch, lane, weight(branch, lane) &+ 1)
  }

  /// Makes the first branch and the first leaf.
  private mutating func plant() {
    root = takeBranch(level: 1)
    attach(takeLeaf(), box: DynamicBox(), weight: 0, to: root)
  }

  /// Puts a new root above the old one, which is full, and splits that.
  private mutating func growRoot() {
    let old = root
    root = takeBranch(level: branchHeads[Int(old)].level &+ 1)
    attach(
      old, box: bounds(ofBranch: old), weight: Int32(truncatingIfNeeded: count), to: root)
    splitBranch(old)
  }
}

extension DynamicTree {
  /// Moves the point of a slot.
  ///
  /// A point that stays in the box of its leaf is written over in place; another one is removed
  /// and inserted.
  internal mutating func move(slot: UInt32, to coordinate: Coordinate) {
    let position = Int(locations[Int(slot)])
    let leaf = Int32(truncatingIfNeeded: position / Self.leafCapacity)
    let place = Int32(truncatingIfNeeded: position % Self.leafCapacity)
    let point = DynamicPoint(coordinate)
    let head = leafHeads[Int(leaf)]
    let box = box(head.parent, head.lane)
    if box.contains(point) && !box.touches(self.point(leaf, place)) {
      makeUnique()
      put(point, coordinate, slot: slot, leaf, place)
    } else {
      remove(slot: slot)
      insert(coordinate, slot: slot)
    }
  }
}

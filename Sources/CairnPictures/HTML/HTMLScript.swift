/// The script of an HTML page: it moves and zooms the map, places names, and shows details.
///
/// It is embedded in the page verbatim and needs no library.
internal enum HTMLScript {
  static let text = #"""
    "use strict";
    (() => {
      const $ = (id) => document.getElementById(id);
      const view = $("view"), svg = $("svg"), map = $("map"), tip = $("tip"), bar = $("bar");
      const data = JSON.parse($("data").textContent);
      const [left, top, width, height] = data.box;
      const levels = [...map.querySelectorAll(".level")];
      const countries = [...map.querySelectorAll(".c")].map((g) => ({
        g, text: g.firstChild, at: place(g), wide: +g.dataset.w }));
      const marks = levels.map((level) => [...level.querySelectorAll(".s")].map((g) => ({
        g, at: place(g), r: +g.dataset.r || 5, told: g.dataset.t,
        text: g.querySelector(".name") })));
      // The scale of the map (pixels per unit), and the pixel of the origin.
      let w = 1, h = 1, base = 1, k = 1, x = 0, y = 0, waiting = 0;
      let level = Math.min(data.level, levels.length - 1);
      // The leader lines that are drawn.
      const leaders = [];

      function place(g) {
        const t = g.transform.baseVal.consolidate().matrix;
        return [t.e, t.f];
      }

      function resize() {
        const middle = [(w / 2 - x) / k, (h / 2 - y) / k], zoom = k / base, first = w === 1;
        w = view.clientWidth || 1;
        h = view.clientHeight || 1;
        base = Math.min(w / data.view[2], h / data.view[3]);
        svg.setAttribute("viewBox", `0 0 ${w} ${h}`);
        if (first) return all();
        k = base * zoom;
        x = w / 2 - middle[0] * k;
        y = h / 2 - middle[1] * k;
        draw();
      }

      function all() {
        k = base;
        x = w / 2 - (data.view[0] + data.view[2] / 2) * k;
        y = h / 2 - (data.view[1] + data.view[3] / 2) * k;
        draw();
      }

      const within = (value, low, high) => Math.min(Math.max(value, low), high);

      // Keeps the map on the page; if it is smaller than the page, centers it.
      function bounded(offset, room, start, length) {
        const size = length * k;
        if (size <= room) return (room - size) / 2 - start * k;
        return within(offset, room - (start + length) * k, -start * k);
      }

      function draw() {
        x = bounded(x, w, left, width);
        y = bounded(y, h, top, height);
        map.setAttribute("transform", `translate(${x} ${y}) scale(${k})`);
        map.style.setProperty("--i", 1 / k);
        const doublings = Math.round(Math.log2(k * data.unit));
        const next = within(doublings + data.level, 0, levels.length - 1);
        if (next !== level) {
          levels[level].style.display = "none";
          levels[next].style.display = "";
          level = next;
          if (!data.places.length) tabulate();
        }
        tip.hidden = true;
        clearTimeout(waiting);
        waiting = setTimeout(names, 90);
        measure();
      }

      function zoom(factor, px = w / 2, py = h / 2) {
        const least = Math.min(base, Math.max(w / width, h / height));
        const next = within(k * factor, least, base * 96);
        x = px - (px - x) * next / k;
        y = py - (py - y) * next / k;
        k = next;
        draw();
      }

      // Shows the names for which there is room; the first ones are the most important.
      function names() {
        const taken = [[w - 58, 0, w, 150], [0, h - 40, 180, h]], symbols = [];
        const covers = (list, b) =>
          list.some((t) => t[0] < b[2] && b[0] < t[2] && t[1] < b[3] && b[1] < t[3]);
        const free = (b, first) => b[0] >= 2 && b[2] <= w - 2 && b[1] >= 2 && b[3] <= h - 2 &&
          !covers(taken, b) && (first || !covers(symbols, b));
        const seen = marks[level].map((m) => ({ ...m, px: m.at[0] * k + x, py: m.at[1] * k + y }))
          .filter((m) => m.px > -20 && m.py > -20 && m.px < w + 20 && m.py < h + 20);
        for (const m of marks[level]) if (m.text) m.text.style.display = "none";
        for (const line of leaders.splice(0)) line.remove();
        for (const m of seen.slice(0, 800)) {
          symbols.push([m.px - m.r, m.py - m.r, m.px + m.r, m.py + m.r, m.g]);
        }
        // Leader lines: more of them would hide the map.
        let lines = w * h / 18000;
        for (const [number, m] of seen.filter((m) => m.text).slice(0, 250).entries()) {
          m.text.style.display = "";
          const long = m.text.getComputedTextLength(), gap = m.r + 3;
          const spots = [[gap, 4, "start", 0], [-gap, 4, "end", -long],
            [0, -gap - 2, "middle", -long / 2],
            [0, gap + 10, "middle", -long / 2]];
          const fits = (first) => spots.find(([dx, dy, , shift]) => {
            const x = m.px + dx + shift, y = m.py + dy;
            const box = [x, y - 11, x + long, y + 3];
            return free(box, first) && taken.push(box);
          });
          const spot = fits(false) || (lines >= 1 && led(m, long)) || (number === 0 && fits(true));
          if (!spot) { m.text.style.display = "none"; continue; }
          m.text.setAttribute("x", spot[0]);
          m.text.setAttribute("y", spot[1]);
          m.text.setAttribute("text-anchor", spot[2]);
        }
        // A position near a symbol, and a line to it that crosses no other symbol and no name.
        function led(m, long) {
          for (let length = m.r + 14; length <= m.r + 54; length += 10) {
            for (const turn of [0, 8, 1, 15, 7, 9, 2, 14, 6, 10, 3, 13, 5, 11, 4, 12]) {
              const ux = Math.cos(turn * Math.PI / 8), uy = Math.sin(turn * Math.PI / 8);
              const side = Math.abs(ux) < 0.3 ? 0 : Math.sign(ux);
              const ex = ux * length, ey = uy * length;
              const dx = ex + 3 * side, dy = ey + (side ? 4 : uy < 0 ? -3 : 11);
              const at = m.px + dx + [-long, -long / 2, 0][side + 1];
              const box = [at, m.py + dy - 11, at + long, m.py + dy + 3];
              const path = [];
              for (let r = m.r + 2; r <= length; r += 4) {
                const px = m.px + ux * r, py = m.py + uy * r;
                path.push([px - 1, py - 1, px + 1, py + 1]);
              }
              const others = symbols.filter((s) => s[4] !== m.g);
              if (!free(box) || path.some((b) => covers(taken, b) || covers(others, b))) continue;
              taken.push(box, ...path);
              lines -= 1;
              for (const name of ["leader-halo", "leader"]) {
                const line = document.createElementNS(svg.namespaceURI, "path");
                line.setAttribute("class", name);
                line.setAttribute("d", `M${ux * (m.r + 1)} ${uy * (m.r + 1)}L${ex} ${ey}`);
                m.text.before(line);
                leaders.push(line);
              }
              return [dx, dy, ["end", "middle", "start"][side + 1]];
            }
          }
          return null;
        }
        for (const c of countries) {
          c.text.style.display = "";
          const long = c.text.getComputedTextLength();
          const px = c.at[0] * k + x, py = c.at[1] * k + y;
          const box = [px - long / 2, py - 8, px + long / 2, py + 8];
          if (c.wide * k > long && free(box)) taken.push(box); else c.text.style.display = "none";
        }
      }

      // Draws a scale bar that is exact at its position at the lower left.
      function measure() {
        const steps = 16;
        const cx = ((60 - x) / k - left) / width * steps;
        const cy = ((h - 16 - y) / k - top) / height * steps;
        const i = within(Math.floor(cx), 0, steps - 1), j = within(Math.floor(cy), 0, steps - 1);
        const fx = within(cx - i, 0, 1), fy = within(cy - j, 0, 1);
        const at = (a, b) => data.scale[b * (steps + 1) + a];
        const corners = [at(i, j), at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)];
        bar.hidden = corners.some((c) => !c) || cx < 0 || cy < 0 || cx > steps || cy > steps;
        if (bar.hidden) return;
        const meters = (corners[0] * (1 - fx) * (1 - fy) + corners[1] * fx * (1 - fy) +
          corners[2] * (1 - fx) * fy + corners[3] * fx * fy) / 100 / k;
        const most = meters * Math.min(150, w * 0.35), power = 10 ** Math.floor(Math.log10(most));
        const round = [5, 2, 1].find((n) => n * power <= most) * power;
        bar.style.width = `${round / meters}px`;
        bar.textContent = round < 1000 ? `${+round.toFixed(2)} m` : `${round / 1000} km`;
      }

      // The details of a place or a line: pairs from a position of its row on.
      const known = (row, from) => {
        const pairs = [];
        for (let i = from; i < row.length; i += 2) pairs.push([data.columns[row[i]], row[i + 1]]);
        return pairs;
      };
      const element = (name, text) => {
        const made = document.createElement(name);
        if (text !== undefined) made.textContent = text;
        return made;
      };
      const titled = (p) => p[3] + (data.kinds[p[2]] ? ` (${data.kinds[p[2]]})` : "");

      function tell(px, py, reach) {
        let best = null, least = reach * reach;
        const look = (mx, my, r, what) => {
          const dx = mx * k + x - px, dy = my * k + y - py;
          const d = Math.max(Math.hypot(dx, dy) - r, 0) ** 2;
          if (d <= least) { least = d; best = [mx, my, what]; }
        };
        for (const p of data.places) look(p[0], p[1], 0, p);
        for (const m of marks[level] ?? []) if (m.told) look(...m.at, m.r, m.told);
        if (best) return show(...best);
        const r = view.getBoundingClientRect();
        const line = document.elementFromPoint(px + r.left, py + r.top)?.closest(".hit");
        if (!line) { tip.hidden = true; return; }
        show((px - x) / k, (py - y) / k, data.lines[line.dataset.n]);
      }

      // Shows the details of a place, a line or a cluster at a point of the map.
      function show(mx, my, what) {
        // The row of a line begins with its name, the row of a place with its point.
        const isLine = typeof what[0] === "string";
        tip.hidden = false;
        if (typeof what === "string") {
          tip.replaceChildren(what);
        } else {
          const rows = isLine ? [["length", what[1]], ...known(what, 2)] : known(what, 4);
          const list = element("dl");
          for (const [name, value] of rows.slice(0, 24)) {
            list.append(element("dt", name), element("dd", value));
          }
          if (rows.length > 24) list.append(element("dt", `and ${rows.length - 24} more`));
          tip.replaceChildren(element("b", isLine ? what[0] : titled(what)));
          if (rows.length) tip.append(list);
        }
        const bx = mx * k + x, by = my * k + y;
        tip.style.left = `${within(bx - tip.offsetWidth / 2, 4, w - tip.offsetWidth - 4)}px`;
        tip.style.top = `${by > tip.offsetHeight + 16 ? by - tip.offsetHeight - 10 : by + 12}px`;
      }

      // The table below the map: a page of rows at a time, of places or of clusters.
      const list = $("list"), rows = () => data.places.length ? data.places.map((p) => ({
        at: p, name: titled(p), cells: known(p, 4), what: p }))
        : (marks[level] ?? []).filter((m) => m.told).map((m) => ({
          at: m.at, name: m.told, cells: [], what: m.told }));
      let start = 0;
      function tabulate() {
        if (!list.open) return;
        const all = rows();
        const columns = [...new Set(all.slice(0, 200).flatMap((r) => r.cells.map((c) => c[0])))];
        const shown = columns.slice(0, 12);
        // The accessibility tree has about four elements for each cell.
        const length = Math.max(5, Math.floor(700 / (5 + 3 * shown.length)));
        start = within(start, 0, Math.max(0, all.length - 1));
        start -= start % length;
        const page = all.slice(start, start + length);
        const table = element("table"), head = element("tr");
        for (const name of ["Name", ...shown]) head.append(element("th", name));
        table.append(head);
        for (const r of page) {
          const row = element("tr"), cell = element("td"), button = element("button", r.name);
          button.addEventListener("click", () => {
            x = w / 2 - r.at[0] * k;
            y = h / 2 - r.at[1] * k;
            draw();
            show(r.at[0], r.at[1], r.what);
          });
          cell.append(button);
          row.append(cell);
          const values = new Map(r.cells);
          for (const name of shown) row.append(element("td", values.get(name) ?? ""));
          table.append(row);
        }
        $("rows").replaceChildren(table);
        $("page").textContent =
          all.length ? `${start + 1} to ${start + page.length} of ${all.length}` : "";
        $("before").disabled = start === 0;
        $("next").disabled = start + length >= all.length;
        const turn = (by) => { start += by * length; tabulate(); };
        $("before").onclick = () => turn(-1);
        $("next").onclick = () => turn(1);
      }
      list.hidden = rows().length === 0;
      list.addEventListener("toggle", tabulate);

      const fingers = new Map();
      let moved = 0;
      const spot = (event) => {
        const r = view.getBoundingClientRect();
        return [event.clientX - r.left, event.clientY - r.top];
      };
      view.addEventListener("pointerdown", (event) => {
        if (event.target.closest("button")) return;
        if (fingers.size === 0) moved = 0;
        fingers.set(event.pointerId, spot(event));
        view.setPointerCapture(event.pointerId);
      });
      view.addEventListener("pointermove", (event) => {
        const now = spot(event), before = fingers.get(event.pointerId);
        if (!before) return void (event.pointerType === "mouse" && tell(now[0], now[1], 12));
        moved += Math.hypot(now[0] - before[0], now[1] - before[1]);
        if (fingers.size === 1) {
          if (moved > 3) { x += now[0] - before[0]; y += now[1] - before[1]; draw(); }
        } else {
          const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
          const gap = (p) => Math.max(Math.hypot(p[0] - other[0], p[1] - other[1]), 10);
          x += (now[0] - before[0]) / 2;
          y += (now[1] - before[1]) / 2;
          zoom(gap(now) / gap(before), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
        }
        fingers.set(event.pointerId, now);
      });
      const lift = (event) => {
        if (fingers.delete(event.pointerId) && moved <= 3 && event.type === "pointerup")
          tell(...spot(event), 24);
      };
      view.addEventListener("pointerup", lift);
      view.addEventListener("pointercancel", lift);
      view.addEventListener("dblclick", (event) => {
        if (!event.target.closest("button")) zoom(event.shiftKey ? 0.5 : 2, ...spot(event));
      });
      view.addEventListener("wheel", (event) => {
        event.preventDefault();
        const lines = event.deltaMode ? 20 : 1;
        zoom(2 ** (-within(event.deltaY * lines, -240, 240) / 240), ...spot(event));
      }, { passive: false });
      view.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const step = {
          ArrowLeft: [80, 0], ArrowRight: [-80, 0], ArrowUp: [0, 80], ArrowDown: [0, -80],
        }[event.key];
        if (step) { x += step[0]; y += step[1]; draw(); }
        else if (event.key === "+" || event.key === "=") zoom(1.5);
        else if (event.key === "-" || event.key === "_") zoom(1 / 1.5);
        else if (event.key === "0") all();
        else if (event.key === "Escape") tip.hidden = true;
        else return;
        event.preventDefault();
      });
      $("in").addEventListener("click", () => zoom(1.6));
      $("out").addEventListener("click", () => zoom(1 / 1.6));
      $("all").addEventListener("click", all);
      new ResizeObserver(resize).observe(view);
      resize();
    })();

    """#
}

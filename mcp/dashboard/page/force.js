// Where the nodes of a graph lie: joined ones pull each other, all push each other. The push of far ones is taken together, by the tree of squares of J. Barnes and P. Hut, A hierarchical
// O(N log N) force-calculation algorithm, 1986, so that a step over n nodes takes n log n.
const push = 900, pull = 0.12, centre = 0.008, damping = 0.82, theta = 1.2;
const near = 40; // length of a join at rest

export class Layout {
  // joins are places of nodes, two a join, and weights 0 to 1.
  constructor(n, joins, weights) {
    this.n = n;
    this.joins = joins;
    this.weights = weights;
    this.x = new Float64Array(n);
    this.y = new Float64Array(n);
    this.vx = new Float64Array(n);
    this.vy = new Float64Array(n);
    this.fx = new Float64Array(n);
    this.fy = new Float64Array(n);
    this.degree = new Float64Array(n);
    for (let k = 0; k < joins.length; k++) this.degree[joins[k]]++;
    for (let i = 0; i < n; i++) { // a spiral: no two at one place, and the same at each start
      const r = 12 * Math.sqrt(i + 0.5), a = i * 2.399963;
      this.x[i] = r * Math.cos(a);
      this.y[i] = r * Math.sin(a);
    }
    this.heat = 1;
    this.held = -1; // a node that somebody drags
    const cells = 4 * n + 64;
    this.child = new Int32Array(4 * cells);
    this.mass = new Float64Array(cells);
    this.cx = new Float64Array(cells);
    this.cy = new Float64Array(cells);
    this.leaf = new Int32Array(cells);
    this.next = new Int32Array(n); // further nodes of a leaf: those at one place
    this.stack = new Int32Array(512);
    this.sizes = new Float64Array(512);
  }

  get done() { return this.heat < 0.02; }

  // warm lets the nodes move again.
  warm(to = 0.35) { this.heat = Math.max(this.heat, to); }

  step() {
    const { n, x, y, vx, vy, fx, fy } = this;
    fx.fill(0);
    fy.fill(0);
    this.plant();
    for (let i = 0; i < n; i++) this.repel(i);
    for (let k = 0; k < this.weights.length; k++) {
      const a = this.joins[2 * k], b = this.joins[2 * k + 1];
      const dx = x[b] - x[a], dy = y[b] - y[a], d = Math.hypot(dx, dy) || 1;
      const f = (pull * (0.4 + this.weights[k]) * (d - near)) / d / Math.sqrt(Math.min(this.degree[a], this.degree[b]) || 1);
      fx[a] += dx * f;
      fy[a] += dy * f;
      fx[b] -= dx * f;
      fy[b] -= dy * f;
    }
    const most = 30 * this.heat + 1;
    for (let i = 0; i < n; i++) {
      if (i === this.held) continue;
      vx[i] = (vx[i] + fx[i] - x[i] * centre) * damping;
      vy[i] = (vy[i] + fy[i] - y[i] * centre) * damping;
      const v = Math.hypot(vx[i], vy[i]), s = v > most ? most / v : 1;
      x[i] += vx[i] * s * Math.min(1, this.heat * 2);
      y[i] += vy[i] * s * Math.min(1, this.heat * 2);
    }
    this.heat *= 0.985;
  }

  // plant builds the tree of squares over all nodes.
  plant() {
    const { n, x, y } = this;
    let lo = Infinity, hi = -Infinity, lo2 = Infinity, hi2 = -Infinity;
    for (let i = 0; i < n; i++) {
      lo = Math.min(lo, x[i]); hi = Math.max(hi, x[i]);
      lo2 = Math.min(lo2, y[i]); hi2 = Math.max(hi2, y[i]);
    }
    this.size = Math.max(hi - lo, hi2 - lo2, 1) * 1.01;
    this.left = (lo + hi - this.size) / 2;
    this.top = (lo2 + hi2 - this.size) / 2;
    this.cells = 0;
    this.cell();
    for (let i = 0; i < n; i++) this.insert(i);
    for (let c = 0; c < this.cells; c++) if (this.mass[c]) { this.cx[c] /= this.mass[c]; this.cy[c] /= this.mass[c]; }
  }

  cell() {
    const c = this.cells++;
    this.child.fill(-1, 4 * c, 4 * c + 4);
    this.mass[c] = this.cx[c] = this.cy[c] = 0;
    this.leaf[c] = -1;
    return c;
  }

  insert(i) {
    const { x, y, child, leaf, next } = this;
    let c = 0, left = this.left, top = this.top, size = this.size;
    next[i] = -1;
    for (let depth = 0; ; depth++) {
      this.mass[c]++;
      this.cx[c] += x[i];
      this.cy[c] += y[i];
      if (this.mass[c] === 1) { leaf[c] = i; return; }
      if (depth > 40 || this.cells + 4 > leaf.length) { next[i] = leaf[c]; leaf[c] = i; return; } // as good as one place
      const half = size / 2;
      if (leaf[c] >= 0) { // the node that was alone here goes a square down
        const j = leaf[c], q = (x[j] >= left + half ? 1 : 0) + (y[j] >= top + half ? 2 : 0), d = this.cell();
        leaf[c] = -1;
        child[4 * c + q] = d;
        this.mass[d] = 1;
        this.cx[d] = x[j];
        this.cy[d] = y[j];
        leaf[d] = j;
      }
      const q = (x[i] >= left + half ? 1 : 0) + (y[i] >= top + half ? 2 : 0);
      if (child[4 * c + q] < 0) child[4 * c + q] = this.cell();
      c = child[4 * c + q];
      if (q & 1) left += half;
      if (q & 2) top += half;
      size = half;
    }
  }

  repel(i) {
    const { x, y, child, leaf, mass, cx, cy, stack, sizes, next } = this;
    const xi = x[i], yi = y[i];
    let sx = 0, sy = 0, depth = 0;
    stack[0] = 0;
    sizes[0] = this.size;
    depth = 1;
    while (depth > 0) {
      const c = stack[--depth], size = sizes[depth];
      if (leaf[c] >= 0) {
        for (let j = leaf[c]; j >= 0; j = next[j]) {
          if (j === i) continue;
          let dx = xi - x[j], dy = yi - y[j], d2 = dx * dx + dy * dy;
          if (d2 < 1) { dx = i < j ? 0.7 : -0.7; dy = 0.7 * Math.sign(dx) * ((i + j) % 2 || -1); d2 = 1; }
          sx += (dx / d2) * push;
          sy += (dy / d2) * push;
        }
        continue;
      }
      const dx = xi - cx[c], dy = yi - cy[c], d2 = dx * dx + dy * dy;
      if (size * size < theta * theta * d2) {
        const f = (push * mass[c]) / d2;
        sx += dx * f;
        sy += dy * f;
        continue;
      }
      for (let q = 0; q < 4; q++) {
        const d = child[4 * c + q];
        if (d >= 0 && depth < stack.length) { stack[depth] = d; sizes[depth++] = size / 2; }
      }
    }
    this.fx[i] += sx * 0.02;
    this.fy[i] += sy * 0.02;
  }
}

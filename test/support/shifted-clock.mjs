/* Loaded with `--import` before a server: its clock is SHIFT_MS ahead of the machine's, or behind for a negative number. */
const shift = Number(process.env['SHIFT_MS'] ?? 0);
const now = Date.now.bind(Date);
const Real = Date;
globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length === 0) super(now() + shift);
    else super(...given);
  }
  static now() {
    return now() + shift;
  }
};

// What is remembered of how a game is looked at, for as long as its window is open.
export class Kept {
  constructor(id) { this.key = what => `anyply-${what}-${id}`; }

  get(what) { try { return sessionStorage[this.key(what)]; } catch { return undefined; } }

  // What is false or empty is forgotten.
  set(what, value) {
    try {
      if (value) sessionStorage[this.key(what)] = value; else delete sessionStorage[this.key(what)];
    } catch { /* a private window */ }
  }
}

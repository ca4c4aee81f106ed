// Small helpers. Text from outside is always set as text, never read as HTML.

const SVG = 'http://www.w3.org/2000/svg';

function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, '');
    else if (value !== false && value !== undefined && value !== null) made.setAttribute(name, value);
  }
  made.append(...children.flat().filter(child => child !== undefined && child !== null && child !== false));
  return made;
}

export const el = (name, attributes, ...children) => filled(document.createElement(name), attributes, children);
export const svg = (name, attributes, ...children) => filled(document.createElementNS(SVG, name), attributes, children);
export const capitalised = text => text.charAt(0).toUpperCase() + text.slice(1);

// Told to who does not see the page.
export function say(text) {
  const said = document.getElementById('said');
  said.textContent = '';
  // A reader takes note of a change, not of the same text again.
  requestAnimationFrame(() => { said.textContent = text; });
}

let fading;
// Told to everybody, for a while.
export function tell(text) {
  const toast = document.getElementById('toast');
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(hush, 6000);
}

// Tells what went wrong.
export function fail(error) { tell(capitalised(error.message)); }

// What was told is over.
export function hush() { document.getElementById('toast').hidden = true; }

// A button that tells what goes wrong, and cannot be pressed twice at once.
export function button(text, act, attributes = {}) {
  const made = el('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', async () => {
    if (made.getAttribute('aria-disabled') === 'true') return;
    made.setAttribute('aria-disabled', 'true');
    try { await act(made); } catch (error) { fail(error); }
    made.removeAttribute('aria-disabled');
  });
  return made;
}

export const choice = (name, options, chosen, attributes = {}) => el('select', { name, ...attributes },
  options.map(([value, text]) => el('option', { value, selected: String(value) === String(chosen) }, text)));

export const field = (label, control, hint) =>
  el('label', { class: 'field' }, el('span', {}, label), control, hint && el('small', { class: 'faint' }, hint));

// Small helpers. Text from outside is always set as text, never read as HTML.

export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, '');
    else if (value !== false && value !== undefined && value !== null) made.setAttribute(key, value);
  }
  made.append(...children.flat().filter(child => child !== undefined && child !== null && child !== false));
  return made;
}

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

// Does what a button is for, and tells what goes wrong; meanwhile it cannot be pressed again.
export async function press(made, act) {
  if (made.getAttribute('aria-disabled') === 'true') return;
  made.setAttribute('aria-disabled', 'true');
  try { await act(made); } catch (error) { fail(error); }
  made.removeAttribute('aria-disabled');
}

export function button(text, act, attributes = {}) {
  const made = el('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', () => press(made, act));
  return made;
}

// Goes to a game that was begun. That is never over for the button of it: this page goes.
export function goTo(id) {
  location.hash = `#/game/${id}`;
  return new Promise(() => {});
}

export const choice = (name, options, chosen, attributes = {}) => el('select', { name, ...attributes },
  options.map(([value, text]) => el('option', { value, selected: String(value) === String(chosen) }, text)));

export const field = (label, control, hint) =>
  el('label', { class: 'field' }, el('span', {}, label), control, hint && el('small', { class: 'faint' }, hint));

// Where one begins: a new game, the games there are, records and results.
import { Board } from './board.js';
import { button, capitalised, choice, el, field, goTo, press } from './dom.js';
import { markdown } from './markdown.js';
import { comparer, loader } from './records.js';
import { strengths } from './strength.js';
import * as server from './server.js';

const REMEMBERED = 'anyply-last';
const remembered = () => { try { return JSON.parse(localStorage.getItem(REMEMBERED)) || {}; } catch { return {}; } };
const remember = wanted => {
  try { localStorage.setItem(REMEMBERED, JSON.stringify(wanted)); } catch { /* a private window: nothing is remembered */ }
};

const SEATS = { black: ['human', 'computer'], white: ['computer', 'human'], two: ['human', 'human'], none: ['computer', 'computer'] };

function card(game, chosen) {
  const board = new Board(game.board.geometry, () => {});
  board.show(game.board.view, false);
  return el('label', { class: 'game-card' }, el('input', { type: 'radio', name: 'game', value: game.name, checked: chosen }),
    el('span', { class: 'thumb', inert: true }, board.svg), el('strong', {}, capitalised(game.name)), el('small', { class: 'faint' }, game.summary));
}

function starter(about) {
  const last = remembered();
  const first = about.games.find(({ name }) => name === last.game) || about.games[0];
  const variant = el('select', { name: 'variant' });
  const sides = [['black', 'Black'], ['white', 'White'], ['two', 'both: two people'], ['none', 'neither: watch the computer']];
  const side = choice('side', sides, last.side || 'black');
  const openings = el('select', { name: 'opening' });
  const opening = field('Colours', openings);
  const strength = strengths(about, last.strength || `level ${about.levels[2]}`);
  const rules = el('a', { href: `#/rules/${first.name}` }, 'The rules');
  const start = el('button', { class: 'primary large' }, 'Start the game');
  const key = ({ name, size }) => (size ? `${name} ${size}` : name);
  const form = el('form', { class: 'card starter' }, el('h1', {}, 'Play'),
    el('div', { class: 'game-cards', role: 'radiogroup', 'aria-label': 'Game' }, about.games.map(game => card(game, game === first))),
    el('div', { class: 'fields' }, field('Variant', variant), opening, field('You play', side), field('The computer plays at', strength)),
    el('div', { class: 'row' }, start, rules));
  const chosen = () => about.games.find(({ name }) => name === new FormData(form).get('game'));
  const fill = () => {
    const game = chosen();
    variant.replaceChildren(...game.variants.map(entry => el('option', { value: key(entry), selected: key(entry) === last.variant },
      `${entry.name}${entry.size ? ` ${entry.size}×${entry.size}` : ''} – ${entry.summary}`)));
    const offered = [{ name: 'free', summary: 'as you say' }, ...game.openings];
    openings.replaceChildren(...offered.map(({ name, summary }) => el('option', { value: name, selected: name === last.opening },
      name === 'free' ? summary : `${name}: ${summary}`)));
    opening.hidden = !game.openings.length;
    rules.href = `#/rules/${game.name}`;
  };
  form.addEventListener('change', event => { if (event.target.name === 'game') fill(); });
  const begin = async () => {
    const game = chosen();
    const picked = game.variants.find(entry => key(entry) === variant.value) || game.variants[0];
    const [black, white] = SEATS[side.value];
    remember({ game: game.name, variant: variant.value, opening: game.openings.length ? openings.value : last.opening, side: side.value, strength: strength.value });
    const wanted = {
      game: game.name, variant: picked.name, size: picked.size, opening: openings.value, black, white, strength: strength.value,
    };
    const begun = await server.begin(wanted);
    await goTo(begun.id);
  };
  // Enter in a field starts it, too.
  form.addEventListener('submit', event => {
    event.preventDefault();
    press(start, begin);
  });
  fill();
  return form;
}

// Games that are listed at first: of a thousand, hardly any is looked for.
const FIRST = 60;

async function kept() {
  const games = await server.games();
  if (!games.length) return undefined;
  const entry = ({ id, game, variant, size, names, moves, result, version }) => {
    const when = new Date(version).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
    const line = el('li', {}, el('a', { href: `#/game/${id}` }, el('strong', {}, capitalised(game)), ` ${variant}${size ? ` ${size}×${size}` : ''}`),
      el('span', { class: 'faint' }, ' ', el('bdi', {}, names[0]), ' – ', el('bdi', {}, names[1]), ` · ${moves} ${moves === 1 ? 'move' : 'moves'}${result ? ` · ${result}` : ''} · ${when}`),
      twice('Delete', `Delete this game of ${game}, ${when}`, async () => {
        await server.forget(id);
        // Whoever goes through the list by keys goes on from there.
        const beside = line.nextElementSibling || line.previousElementSibling;
        line.remove();
        (beside?.querySelector('a') || document.getElementById('main')).focus();
      }));
    return line;
  };
  const list = el('ul', { class: 'kept' }, games.slice(0, FIRST).map(entry));
  const rest = games.slice(FIRST);
  const more = rest.length > 0 && button(`Show all ${games.length} games`, made => {
    list.append(...rest.map(entry));
    made.remove();
    list.children[FIRST].querySelector('a').focus();
  });
  return el('section', { class: 'card' }, el('h2', {}, 'Games'), list, more);
}

// A button for what cannot be taken back: it asks once more.
function twice(text, label, act) {
  const reset = made => { made.textContent = text; made.setAttribute('aria-label', label); };
  const made = button(text, async () => {
    if (made.textContent === text) {
      made.textContent = 'Really?';
      made.setAttribute('aria-label', `Really? ${label}: press again if you mean it`);
    } else await act();
  }, { class: 'quiet', 'aria-label': label });
  made.addEventListener('blur', () => reset(made));
  made.addEventListener('mouseleave', () => reset(made));
  return made;
}

// `here` says whether it is still to be shown once the server has answered.
export async function home(main, about, here) {
  const games = await kept();
  if (!here()) return;
  document.getElementById('where').textContent = '';
  document.title = 'anyply';
  main.replaceChildren(el('div', { class: 'home' }, starter(about), games || '', el('div', { class: 'two' }, loader(about), comparer())));
}

export async function rules(main, game, here) {
  const text = await server.rules(game);
  if (!here()) return;
  document.getElementById('where').textContent = 'Rules';
  document.title = `${capitalised(game)}: rules – anyply`;
  const page = el('article', { class: 'card rules' }, el('p', {}, el('a', { href: '#/' }, '‹ back')), markdown(text));
  main.replaceChildren(page);
  // What is wider than the page is moved by keys as well; a window may be made narrower.
  const reach = () => {
    for (const part of page.querySelectorAll('pre, table')) {
      if (part.scrollWidth > part.clientWidth) part.setAttribute('tabindex', 0);
      else part.removeAttribute('tabindex');
    }
  };
  new ResizeObserver(reach).observe(page);
}

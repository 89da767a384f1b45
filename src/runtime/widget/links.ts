import { callOn } from './unclobbered.ts';
import type { LeavingEvent, ViewElement, ViewTarget, ViewWindow } from './view-window.ts';

interface Leaving {
  /** Opens a link. */
  readonly open: (address: string) => void;
  /** Where the link shows another element of the widget. */
  readonly show: (id: string) => void;
}

/** Every element that is a link, of HTML, SVG and MathML. */
const links = 'a[*|href], area[href], math [*|href]';

/**
 * Keeps the frame where it is: one that followed a link or sent a form would show a stranger's page, whose messages the host would take for the
 * widget's. The host opens links instead: those of the author, of a library and of a result, by any kind of click.
 */
export function guardLinks(target: ViewTarget, leaving: Leaving): void {
  const guard = (event: LeavingEvent): void => {
    // Of a form in a shadow root the document hears nothing; of the click or the key that sends it, it does.
    for (const node of event.composedPath()) if (isShadowRoot(node)) node.addEventListener('submit', guard, true);
    if (event.type === 'keydown') return;
    // The event of a click beside the main button comes for the menu of the browser too.
    if (event.type === 'auxclick' && event.button !== 1) return;
    if (event.type !== 'submit') follow(event, leaving);
    else if (!closesDialog(event)) prevent(event);
  };
  // Before libraries, which may stop an event on its way up.
  for (const type of ['keydown', 'click', 'auxclick', 'submit'] as const) target.addEventListener(type, guard, true);
}

/** A link has a host as well, and the listener does no harm on it. */
const isShadowRoot = (node: unknown): node is ViewTarget => typeof node === 'object' && node !== null && 'host' in node;

function follow(event: LeavingEvent, { open, show }: Leaving): void {
  const [inner] = event.composedPath() as readonly [ViewElement];
  if (!('closest' in inner)) return;
  const link = callOn(inner, 'closest', links);
  // The copy that `<use>` shows of a link leads away like it, and hides it from scripts.
  const isCopy = inner.localName === 'use' && [...inner.getRootNode().querySelectorAll('svg a')].length > 0;
  if (link === null && !isCopy) return;
  const address = (link && (callOn(link, 'getAttribute', 'href') ?? callOn(link, 'getAttribute', 'xlink:href'))) ?? '';
  prevent(event, () => (address.startsWith('#') ? show(address.slice(1)) : open(address)));
}

/** A form of the method `dialog` is not sent. */
function closesDialog({ submitter, target }: LeavingEvent): boolean {
  const own = submitter ? callOn(submitter, 'getAttribute', 'formmethod') : null;
  return (own ?? (target && callOn(target, 'getAttribute', 'method')))?.toLowerCase() === 'dialog';
}

/**
 * Prevents what the browser does by itself, first of all, and hides that from later listeners: routers and actions of React do nothing where an
 * event was prevented before they saw it.
 *
 * @param otherwise runs after them, where they have left the event alone
 */
function prevent(event: LeavingEvent, otherwise?: () => void): void {
  // Guarded already, by a guard further out.
  if (Object.hasOwn(event, 'preventDefault')) return;
  event.preventDefault();
  let isTaken = false;
  Object.defineProperties(event, {
    defaultPrevented: { get: () => isTaken },
    preventDefault: { value: () => void (isTaken = true) },
  });
  if (otherwise !== undefined) (globalThis as typeof globalThis & ViewWindow).setTimeout(() => isTaken || otherwise(), 0);
}

import type { AuthFlow, AuthPageComponent, AuthPageProps, AuthSlot } from '../../../auth-ui/index.ts';
import { printValue, randomId, scriptJson, type Logger } from '../../../std/index.ts';
import type { HttpAnswer } from '../../../web/exchange.ts';
import { answerHtml, pageHead } from '../pages/page-document.ts';
import type { OwnPages } from './own-page.ts';
import { describeFlow } from './describe-flow.ts';

/** A page as the bundle brings it: printed here, taken over by its script in the browser. */
export interface OwnPage {
  readonly render: AuthPageComponent;
  /** Program text without imports; written into the page. */
  readonly script: string;
}

/** Pages of the author's own, by slot; `undefined` for a slot without one: the built-in page stands. */
export const createOwnPages = (pages: Readonly<Partial<Record<AuthSlot, OwnPage>>>, logger: Logger): OwnPages => ({
  replaces: (slot) => pages[slot] !== undefined,
  print: (slot, facts, status = 200) => {
    const page = pages[slot];
    if (page === undefined) return undefined;
    try {
      return answerOwnPage(page, describeFlow(slot, facts), status);
    } catch (failure) {
      // What is shown then is the page of this slot; whether anything is shown must not depend on it.
      if (slot !== 'error') throw failure;
      logger.error('the page auth.ui.error could not be printed', { failure });
      return undefined;
    }
  },
});

/**
 * Scripts run by a nonce of this answer alone, so that markup which slips into the page runs nothing; they reach this server only. The
 * style may be written in the page, as in `login.render`.
 */
function answerOwnPage(page: OwnPage, flow: AuthFlow, status: number): HttpAnswer {
  const nonce = randomId();
  const html = `${pageHead(flow.title)}
</head>
<body>
<div id="service-auth-root">${printValue(page.render(propsOf(flow)))}</div>
<script nonce="${nonce}">window.__SERVICE_AUTH__=${scriptJson(flow)}</script>
<script nonce="${nonce}" type="module">${page.script}</script>
</body>
</html>
`;
  return answerHtml(html, status, [
    `script-src 'nonce-${nonce}'`,
    `style-src 'unsafe-inline'`,
    'img-src https: data:',
    "connect-src 'self'",
  ]);
}

/** What only a browser can do says so. */
const propsOf = (flow: AuthFlow): AuthPageProps => ({
  ...flow,
  state: flow,
  csrf: flow.csrfToken,
  submitExtra: onlyInBrowser,
  submitFinish: onlyInBrowser,
});

function onlyInBrowser(): never {
  throw new Error('submitExtra and submitFinish work in the browser, not while the server prints the page');
}

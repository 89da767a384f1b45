import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** The page of `service dev`, which `service inspect --page` opens for any server. */
export const rows: readonly RequirementRow[] = rowsOf({
  'dev-page.policy': 'The page runs its own script under a policy without other hosts, inline code by hash alone, and no eval.',
  'dev-page.token':
    'Everything but the empty document needs a token of 32 random bytes, compared in constant time, which the page takes out of its address at once.',
  'dev-page.host': 'Requests by another name than that of the page or of the sandbox are refused (DNS rebinding).',
  'dev-page.origin': 'Requests from pages of other origins are refused, with the token too.',
  'dev-page.named-server':
    'The page reaches the server that it shows and no other, redirects included; cookies of neither side pass, and no answer is a document of the page’s origin.',
  'dev-page.framed': 'No other page can frame the page or its sandbox.',
});

import { readBearer } from '../auth/verify/bearer.ts';
import { refuseToken, refuseWithoutCredentials, type CallerVerdict } from '../auth/verify/challenge.ts';
import { StaticKeys } from '../auth/verify/static-keys.ts';
import { authDefaults } from '../options/generated.ts';
import type { HttpExchange } from '../web/exchange.ts';
import { guardedBy } from './application/callers.ts';
import { defineFeature } from './application/define-feature.ts';

/** Fixed keys instead of sign-in (`auth: { mode: static }`). */
export const staticAuth = defineFeature('static-auth', ({ environment, runtime }) => {
  const { auth } = runtime.declared;
  if (auth?.mode !== 'static') return {};
  const keys = StaticKeys.read(auth, auth.tokensEnv === undefined ? undefined : environment.variable(auth.tokensEnv));
  // Awaited at start, which fails then; until then its rejection must not end the process.
  keys.catch(() => undefined);
  const challenge = { realm: auth.realm ?? authDefaults.realm };
  return {
    around: { identify: guardedBy(async (exchange) => identify(exchange, await keys, challenge)) },
    start: async () => {
      await keys;
      return undefined;
    },
  };
});

async function identify(exchange: HttpExchange, keys: StaticKeys, challenge: { readonly realm: string }): Promise<CallerVerdict> {
  const presented = readBearer(exchange);
  if (presented.kind === 'none') return { answer: refuseWithoutCredentials(challenge) };
  if (presented.kind === 'malformed') return { answer: refuseToken(presented.problem, challenge) };
  const auth = await keys.find(presented.token);
  return auth === undefined ? { answer: refuseToken('The API key is not accepted', challenge) } : { auth };
}

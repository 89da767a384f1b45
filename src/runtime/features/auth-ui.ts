import type { AuthSlot } from '../auth-ui/index.ts';
import { GuessGuard } from '../auth/server/guessing/guess-guard.ts';
import { extra } from '../auth/server/own-pages/extra.ts';
import { getCallback } from '../auth/server/own-pages/get-callback.ts';
import { createOwnPages, type OwnPage } from '../auth/server/own-pages/own-pages.ts';
import { createPages } from '../auth/server/pages/create-pages.ts';
import { configInvalid } from '../errors/index.ts';
import { authSlots } from '../options/auth-slots.ts';
import type { ApplicationCore } from './application/application-core.ts';
import type { SignInExtension } from '../auth/server/sign-in/sign-in-extensions.ts';
import { defineFeature } from './application/define-feature.ts';
import type { FeatureFactory } from './application/feature.ts';
import { issuingOptions } from './sign-in/issuing-options.ts';

/** Pages that a build has put into the bundle: by the app whose endpoint shows them (the empty name: the server's own), then by slot. */
export type AuthUiPages = Readonly<Record<string, Readonly<Partial<Record<AuthSlot, OwnPage>>>>>;

/** Pages of the author's own for signing in, and what they ask beside their forms (`auth.ui`, `auth.extras`). */
export const authUiWith = (pages: AuthUiPages): FeatureFactory =>
  defineFeature('auth-ui', (application) => {
    const { logger, runtime } = application;
    const options = issuingOptions(runtime);
    if (options?.mode !== 'local') return {};
    const { extras, login, ui = {} } = options;
    // An app without auth of its own has the server's.
    const own = pages[appOf(application)] ?? pages[''] ?? {};
    const missing = Object.keys(ui).filter((slot) => authSlots.every((one) => one !== slot || own[one] === undefined));
    if (missing.length > 0) {
      const problem = `auth.ui.${missing.join(', auth.ui.')}: its page is not in this bundle. Build or run the server with service build or service dev, and set it unconditionally`;
      throw configInvalid(problem);
    }
    const shown = Object.keys(ui).length > 0;
    const signIn: SignInExtension = (parts, flow) => ({
      endpoints: [
        ...(shown ? [getCallback({ flow, logger, login, pages: createPages(parts.ownPages) })] : []),
        ...(extras === undefined ? [] : [extra({ flow, logger, extras, guesses: new GuessGuard(parts) })]),
      ],
    });
    return { contributes: { signIn }, provides: { ownPages: shown ? createOwnPages(own, logger) : undefined } };
  });

/** The app that this part of the server is for; the empty name for the server itself. */
const appOf = ({ http, runtime: { model } }: ApplicationCore): string => (http.mount === undefined ? '' : (model.apps[0]?.id ?? ''));

/** Where nothing was built there are no pages; the functions are there. */
export const authUi = authUiWith({});

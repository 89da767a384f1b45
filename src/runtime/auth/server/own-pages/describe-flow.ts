import { withoutUndefined } from '../../../std/index.ts';
import type { AuthFlow, AuthSlot } from '../../../auth-ui/index.ts';
import { serverPathOf } from '../pages/page-client.ts';
import type { ServerAddress } from '../address/server-address.ts';
import type { SlotFacts } from './own-page.ts';
import type { PendingSignIn } from '../sign-in/pending-sign-in.ts';

type Field = AuthFlow['formFields'][number];

/** What says which page a form answers. */
const markers: Readonly<Partial<Record<AuthSlot, Field>>> = {
  consent: { name: 'consent_submitted', value: '1' },
  incremental: { name: 'incremental', value: 'true' },
  federated: { name: 'federated', value: 'true' },
};

const titles: Readonly<Record<AuthSlot, string>> = {
  login: 'Sign In',
  consent: 'Choose tools',
  incremental: 'Choose apps',
  federated: 'Link accounts',
  error: 'Sign-in failed',
};

/** The state of a page of what the built-in page would show. Everything in it is this sign-in's. */
export function describeFlow(slot: AuthSlot, facts: SlotFacts): AuthFlow {
  const {
    address = facts.request?.address,
    app,
    error,
    fields = [],
    logo,
    serverName = '',
    signIn = facts.request?.signIn,
    subtitle,
  } = facts;
  return withoutUndefined({
    slot,
    serverName,
    title: facts.title ?? titles[slot],
    subtitle,
    logo,
    error,
    ...requestOf(signIn),
    ...urlsOf(address),
    submitMethod: 'POST',
    formFields: signIn === undefined ? [] : hiddenOf(slot, facts, signIn),
    unchecked: facts.unchecked === true,
    fields,
    ...choicesOf(facts),
    customMessage: facts.settings?.customMessage,
    app: app && { ...plainApp(app), defaultSelected: false },
    allowSkip: facts.allowSkip !== false,
    addedItems: signIn?.extras?.items ?? {},
    extras: signIn?.extras?.sideEffects ?? {},
  });
}

type Request = Pick<AuthFlow, 'pendingAuthId' | 'clientId' | 'clientName' | 'redirectUri' | 'resource' | 'scopes' | 'csrfToken'>;

function requestOf(signIn: PendingSignIn | undefined): Request {
  if (signIn === undefined) return { pendingAuthId: '', clientId: '', redirectUri: '', resource: '', scopes: [], csrfToken: '' };
  const { clientId, clientName, csrf, id, redirectUri, resource, scopes } = signIn;
  return withoutUndefined({ pendingAuthId: id, clientId, clientName, redirectUri, resource, scopes, csrfToken: csrf });
}

const urlsOf = (address: ServerAddress | undefined): Pick<AuthFlow, 'submitUrl' | 'extraUrl'> => ({
  submitUrl: address === undefined ? '' : serverPathOf(address, '/oauth/callback'),
  extraUrl: address === undefined ? '' : serverPathOf(address, '/oauth/ui/extra'),
});

function hiddenOf(slot: AuthSlot, { app, granted = [] }: SlotFacts, { csrf, id }: PendingSignIn): readonly Field[] {
  const marker = markers[slot];
  return [
    { name: 'pending_auth_id', value: id },
    { name: 'csrf', value: csrf },
    ...(marker === undefined ? [] : [marker]),
    ...(app === undefined ? [] : [{ name: 'app_id', value: app.id }]),
    ...granted.map((value) => ({ name: 'apps', value })),
  ];
}

function choicesOf({
  apps = [],
  providers = [],
  required = [],
  ticked = [],
  tools = [],
}: SlotFacts): Pick<AuthFlow, 'tools' | 'providers' | 'apps'> {
  const chosen = new Set(ticked);
  return {
    tools: tools.map(({ appId, appName, description, id, title }) =>
      withoutUndefined({ id, name: title, description, appId, appName, defaultSelected: chosen.has(id) }),
    ),
    providers: providers.map(({ appIds, id, name, scopes, url }) => ({
      id,
      name,
      url,
      mode: 'remote',
      appIds,
      primary: providers.length === 1,
      scopes,
      required: required.includes(id),
      defaultSelected: chosen.has(id),
    })),
    apps: apps.map((app) => ({ ...plainApp(app), defaultSelected: chosen.has(app.id) })),
  };
}

const plainApp = ({
  description,
  id,
  name,
}: NonNullable<SlotFacts['app']>): Pick<AuthFlow['apps'][number], 'id' | 'name' | 'description'> =>
  withoutUndefined({ id, name, description });

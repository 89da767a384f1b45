import { PluginPages, type OnPage } from '../auth/server/plugin-pages/create-plugin-pages.ts';
import { createPages } from '../auth/server/pages/create-pages.ts';
import type { SignInExtension } from '../auth/server/sign-in/sign-in-extensions.ts';
import { configInvalid } from '../errors/index.ts';
import { withReadableHost } from '../http/guards/readable-host.ts';
import { principalNamed } from '../mcp/principal.ts';
import type { PluginModel } from '../model/index.ts';
import type { LivePlugin } from '../plugins/index.ts';
import { defineFeature } from './application/define-feature.ts';
import { issuingOptions } from './sign-in/issuing-options.ts';

/** Pages of plugins for a person, who signs in with this server's own sign-in. */
export const pluginPages = defineFeature('plugin-pages', ({ http, runtime }) => {
  const onPage = new Map((runtime.plugins?.live ?? []).flatMap(({ hooks }, at) => pagesOf(runtime.model.plugins[at], hooks)));
  const [[path = ''] = []] = onPage;
  if (path === '') return {};
  const options = issuingOptions(runtime);
  if (options === undefined)
    throw configInvalid(
      `the page ${path} of a plugin is for people who sign in, and this server has no sign-in: set auth.mode to local or remote`,
    );
  // Anybody could sign in under the name of that person.
  if (options.mode === 'local' && options.authenticate === undefined)
    throw configInvalid(
      `the page ${path} of a plugin is for one person, and this server does not check who signs in: give auth.authenticate`,
    );
  const { info } = runtime.model;
  let pages: PluginPages | undefined;
  const signIn: SignInExtension = (parts) => {
    const created = new PluginPages({
      ...parts,
      pages: createPages(parts.ownPages),
      serverName: info.title ?? info.name,
      onPage,
      principalOf: principalNamed,
    });
    pages = created;
    return { clientSources: [created.clients], serverEndpoints: (server) => created.endpoints(server) };
  };
  return {
    contributes: { signIn },
    around: { routes: withReadableHost(http) },
    routes: [...onPage.keys()].map((page) => ({
      method: 'GET',
      path: page,
      isCustom: true,
      answer: (exchange) => {
        if (pages === undefined) throw configInvalid(`the page ${page} of a plugin has no sign-in`);
        return pages.open(exchange);
      },
    })),
  };
});

const pagesOf = (plugin: PluginModel | undefined, { onPage }: LivePlugin['hooks']): (readonly [string, OnPage])[] =>
  (plugin?.pages ?? []).map((path) => [
    path,
    async (visit) => {
      if (onPage === undefined) throw configInvalid(`plugin "${plugin?.name}" names pages and has no method onPage that shows them`);
      return onPage(visit);
    },
  ]);

/* A page with another router, which the adapter moves. */
import { connectRouter, createRouterEntries } from '@service/react/router';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { createElement } from 'react';
import { offer, show } from './stage.ts';

const root = createRootRoute({ component: () => createElement('main', { id: 'place' }, createElement(Outlet)) });
const page = (path: string) => createRoute({ getParentRoute: () => root, path, component: () => path });
const history = createMemoryHistory({ initialEntries: ['/start'] });
const router = createRouter({ routeTree: root.addChildren([page('/start'), page('/next')]), history });
const { resources, tools } = createRouterEntries();

offer({
  tanstack: () => {
    show(createElement(RouterProvider<typeof router>, { router }));
    connectRouter({
      navigate: (to, { replace }) => router.navigate({ to, replace }),
      back: () => history.back(),
      location: () => {
        const { hash, href, pathname, searchStr } = router.state.location;
        return { pathname, search: searchStr, hash: hash === '' ? '' : `#${hash}`, href };
      },
    });
  },
  call: async (name: string, args = {}) => (await tools.find((tool) => tool.name === name)?.call(args))?.content[0]?.['text'],
  current: async () => JSON.parse((await resources[0]?.read())?.contents[0]?.text ?? '') as object,
});

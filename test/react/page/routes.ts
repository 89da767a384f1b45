/* A page with React Router, which a model moves. */
import { createRouterEntries, useRouterBridge } from '@service/react/router';
import { ServiceProvider, useListTools } from '@service/react';
import { createElement, type ReactElement } from 'react';
import { createMemoryRouter, MemoryRouter, Outlet, RouterProvider, useLocation } from 'react-router';
import { leave, offer, show } from './stage.ts';

const { resources, tools } = createRouterEntries();

function Place(): ReactElement {
  useRouterBridge();
  const { hash, pathname, search } = useLocation();
  return createElement('output', { id: 'place' }, pathname + search + hash);
}

function Names(): ReactElement {
  return createElement(
    'output',
    { id: 'names' },
    useListTools()
      .map(({ name }) => name)
      .join(),
  );
}

const provided = (child: ReactElement): ReactElement => createElement(ServiceProvider, null, child, createElement(Names));

offer({
  leave,
  memory: () => show(provided(createElement(MemoryRouter, { basename: '/app', initialEntries: ['/app/start'] }, createElement(Place)))),
  data: () => {
    const layout = createElement('div', null, createElement(Place), createElement(Outlet));
    const router = createMemoryRouter([{ path: '/', element: layout, children: [{ path: '*', element: null }] }], {
      initialEntries: ['/start'],
    });
    show(provided(createElement(RouterProvider, { router })));
  },
  outside: () => show(createElement(Place)),
  call: async (name: string, args = {}) => (await tools.find((tool) => tool.name === name)?.call(args))?.content[0]?.['text'],
  current: async () => {
    try {
      return JSON.parse((await resources[0]?.read())?.contents[0]?.text ?? '') as object;
    } catch (failure) {
      return String(failure);
    }
  },
});

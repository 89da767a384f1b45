import {
  connectRouter,
  createRouterEntries,
  readDomById,
  readDomBySelector,
  ResourceViewer,
  useApiClient,
  useService,
  useTools,
  type HttpClient,
  type RouterAdapter,
} from '@service/react';
import { useEffect, useState, useSyncExternalStore, type ReactElement } from 'react';
import { Panel } from './panel';

/** What a page gives a model beside its components. */
export function PageParts(): ReactElement {
  return (
    <>
      <Panel title="Router bridge" about="Tools navigate and go_back, and the resource route://current; here over the address's hash.">
        <Place />
      </Panel>
      <Panel title="readDomById, readDomBySelector" about="An element of the page as a resource.">
        <Dom />
      </Panel>
      <Panel title="useTools and useApiClient" about="Tools in a vendor's shape; an HTTP API as tools.">
        <Vendor />
      </Panel>
    </>
  );
}

const placeOf = (): string => window.location.hash.slice(1) || '/';
const follow = (listener: () => void): (() => void) => {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
};
/** A router of a few lines, in place of your own. */
const hashRouter: RouterAdapter = {
  navigate: (path, { replace }) => (replace ? window.location.replace(`#${path}`) : window.location.assign(`#${path}`)),
  back: () => window.history.back(),
  location: () => {
    const { hash, pathname, search } = new URL(placeOf(), window.location.origin);
    return { pathname, search, hash, href: `#${placeOf()}` };
  },
  subscribe: follow,
};

function Place(): ReactElement {
  const { dynamicRegistry } = useService();
  useEffect(() => dynamicRegistry.addAll(createRouterEntries()), [dynamicRegistry]);
  useEffect(() => connectRouter(hashRouter), []);
  const place = useSyncExternalStore(follow, placeOf, () => '/');
  return (
    <p>
      This page is at <code id="place">{place}</code>
    </p>
  );
}

function Dom(): ReactElement {
  const [data, setData] = useState<ReturnType<typeof readDomById>>();
  return (
    <>
      <div className="line">
        <button type="button" onClick={() => setData(readDomById('place'))}>
          By id
        </button>
        <button type="button" onClick={() => setData(readDomBySelector('h2'))}>
          By selector
        </button>
      </div>
      <ResourceViewer data={data} />
    </>
  );
}

/** Answers in place of an API, so that the gallery needs none. */
const standIn: HttpClient = { request: async () => ({ status: 200, data: { ferry: '14:30' } }) };

function Vendor(): ReactElement {
  useApiClient({
    baseUrl: '/api',
    client: standIn,
    operations: [{ operationId: 'get_ferry', method: 'get', path: '/ferries/{harbour}', description: 'When the next ferry leaves' }],
  });
  const { tools } = useTools('claude');
  const listed = Array.isArray(tools) ? tools : [];
  return (
    <details>
      <summary>{`${listed.length} tools for Claude`}</summary>
      <pre>{JSON.stringify(listed, null, 2)}</pre>
    </details>
  );
}

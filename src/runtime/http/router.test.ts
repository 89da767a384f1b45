import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { innerPath } from './sign-in-paths.ts';
import { Router, type Route } from './router.ts';

const route = (path: string, more: Partial<Route> = {}): Route => ({
  method: 'GET',
  path,
  answer: () => ({ status: 200, headers: {} }),
  ...more,
});

test('one slash at the end is dropped from paths of the server, and from nothing else', () => {
  const own = new Router([route('/healthz'), route('/custom', { isCustom: true }), route('/taken'), route('/taken/')], '/mcp');
  for (const [path, canonical] of [
    ['/mcp/', '/mcp'],
    ['/healthz/', '/healthz'],
    ['/mcp', '/mcp'],
    ['/', '/'],
    ['/mcp//', '/mcp//'],
    ['/healthz//', '/healthz//'],
    ['/unknown/', '/unknown/'],
    ['/custom/', '/custom/'],
    ['/taken/', '/taken/'],
  ] as const)
    assert.is(own.canonicalPath(path), canonical, path);
  assert.is(new Router([], '/').canonicalPath('//'), '//', 'two slashes are not the root');
  const customRoot = new Router([route('/x/', { isCustom: true })], '/x/');
  assert.is(customRoot.canonicalPath('/x//'), '/x//');
});

test('a path has its methods; HEAD is answered like GET, where there is one', () => {
  const judgesOrigin = (): boolean => true;
  const router = new Router([route('/a'), route('/a', { method: 'POST' }), route('/b', { method: 'POST', judgesOrigin })], '/mcp');
  assert.equal([...router.originRules], [['/b', judgesOrigin]]);
  assert.is(router.find('GET', '/none'), undefined);
  assert.equal(router.find('PUT', '/a'), { allow: ['GET', 'POST'] });
  assert.equal(router.find('HEAD', '/b'), { allow: ['POST'] });
  assert.is(Reflect.get(Object(router.find('HEAD', '/a')), 'route'), router.routes[0]);
  assert.is(Reflect.get(Object(router.find('POST', '/a')), 'route'), router.routes[1]);
});

test('a part that is mounted knows its endpoint, its sign-in and its documents at the root, and no path of others', () => {
  for (const [path, inner] of [
    ['/app', '/app'],
    ['/app/', '/app/'],
    ['/app/sse', '/app/sse'],
    ['/app/oauth/token', '/oauth/token'],
    ['/app/.well-known/x', '/.well-known/x'],
    ['/.well-known/oauth-protected-resource/app', '/.well-known/oauth-protected-resource'],
    ['/.well-known/oauth-protected-resource/app/', '/.well-known/oauth-protected-resource'],
    ['/.well-known/oauth-protected-resource/app//', undefined],
    ['/.well-known/oauth-protected-resource', undefined],
    ['/.well-known/oauth-protected-resource/other', undefined],
    ['/application', undefined],
    ['/oauth/token', undefined],
  ] as const)
    assert.is(innerPath(path, '/app'), inner, path);
});

test.run();

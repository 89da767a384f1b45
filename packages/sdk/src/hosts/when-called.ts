export { serveBundle, serveBundleStdio, startWhenCalled } from '../../../../src/runtime/hosts/when-called.ts';

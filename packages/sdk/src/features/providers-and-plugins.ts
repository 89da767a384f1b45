export { providersAndPlugins } from '../../../../src/runtime/features/providers-and-plugins.ts';

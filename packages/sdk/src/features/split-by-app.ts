export { splitByApp } from '../../../../src/runtime/features/split-by-app.ts';

/** Phase 5: rules over the model, one a file, each named after the code it reports. */
export { checkModel } from './check-model.ts';
export { checkProject } from './check-project.ts';
export { checkFormat } from './module-format.ts';

/** Phase 5: rules over the model, a page a topic, and over what evaluation found. */
export { checkModel } from './check-model.ts';
export { checkFormat, checkProject } from './check-project.ts';

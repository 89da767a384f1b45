/** What handlers written for the official SDK expect around them. Written by `service migrate`; yours to change. */
export { programArguments } from './program-arguments.ts';
export { currentServer } from './current-server.ts';
export {
  fromPromptHandler,
  fromPromptHandlerWithoutArguments,
  fromResourceHandler,
  fromTemplateHandler,
  fromToolHandler,
  fromToolHandlerWithoutInput,
} from './handlers.ts';
export { fromReadRequest, fromPromptRequest, fromToolRequest, listedSchema } from './request-handlers.ts';

import type { AuthFlow } from './auth-flow.ts';
import { html, type Markup } from './html.ts';

/** What every form of a page sends: whose sign-in it is, and which page answers. */
export const hiddenFields = ({ formFields }: Pick<AuthFlow, 'formFields'>): Markup =>
  html`${formFields.map(({ name, value }) => html`<input type="hidden" name="${name}" value="${value}" />`)}`;

import type { AuthFlow } from './auth-flow.ts';
import { html, type Markup } from './html.ts';

/** Hidden fields of every form: they identify the sign-in and the page. */
export const hiddenFields = ({ formFields }: Pick<AuthFlow, 'formFields'>): Markup =>
  html`${formFields.map(({ name, value }) => html`<input type="hidden" name="${name}" value="${value}" />`)}`;

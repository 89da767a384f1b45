import { mountReactPage, type AuthPageProps } from '@service/sdk/auth-ui';
import { createElement, type ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { AuthFlowProvider } from './auth-flow-provider.ts';

/**
 * Takes a printed page over in the browser; nothing on the server. The file of a slot of `auth.ui` needs it only to mount elsewhere than
 * `service-auth-root`: its build does the rest.
 *
 * @param options `mountId`: id of the element that holds the printed page
 */
export function mountAuthPage(component: ComponentType<AuthPageProps>, options?: { readonly mountId?: string }): void {
  mountReactPage({ createElement, hydrateRoot, provider: AuthFlowProvider }, component, options);
}

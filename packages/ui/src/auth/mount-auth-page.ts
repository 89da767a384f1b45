import { mountReactPage, type AuthPageProps } from '@service/sdk/auth-ui';
import { createElement, type ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { AuthFlowProvider } from './auth-flow.ts';

/**
 * Hydrates a rendered page in the browser; does nothing on the server. A page of `auth.ui` is hydrated automatically: call this only to mount
 * it in another element than `service-auth-root`.
 *
 * @param options `mountId`: id of the element that holds the rendered page
 */
export function mountAuthPage(component: ComponentType<AuthPageProps>, options?: { readonly mountId?: string }): void {
  mountReactPage({ createElement, hydrateRoot, provider: AuthFlowProvider }, component, options);
}

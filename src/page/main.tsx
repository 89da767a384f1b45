import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { PageSettings } from '../cli/page/page-types.ts';
import { PageLink } from './page-link.ts';
import { ServerPage } from './server-page.tsx';

/* The page stands in a document that carries its settings. */
const root = document.getElementById('root');
// Written by the server of this page.
const settings = JSON.parse(document.getElementById('settings')?.textContent ?? '{}') as PageSettings;
const link = new PageLink(settings);
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <ServerPage link={link} />
    </StrictMode>,
  );

import { ServiceProvider } from '@service/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { model, server } from './server';
import './style.css';

// For the console of the browser: what a model can do, you can do there.
Object.assign(globalThis, { model });

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element "root"');
createRoot(root).render(
  <StrictMode>
    <ServiceProvider server={server}>
      <App />
    </ServiceProvider>
  </StrictMode>,
);

import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'urql';
import { client } from './graph/client.ts';
import { router } from './router.tsx';
import { theme } from './theme.ts';

/** Shows the console. Mantine writes no styles into the page: all of them are in style.css. */
export function start(): void {
  createRoot(document.querySelector('#console')!).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
        <Provider value={client}>
          <RouterProvider router={router} />
        </Provider>
      </MantineProvider>
    </StrictMode>,
  );
}

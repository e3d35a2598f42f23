import { createContext, use } from 'react';

/** Whether this is a frame in another site's page: that page has its own header, footer and pictures, and no link leads anywhere within it. */
const EmbeddedContext = createContext(false);

export const EmbeddedProvider = EmbeddedContext.Provider;
export const useIsEmbedded = (): boolean => use(EmbeddedContext);

/** What the kiosk shows of a legal document: all that another room may import of it. */
export { Blocks } from './blocks.tsx';
export { fetchLegalText } from './legal-text.ts';

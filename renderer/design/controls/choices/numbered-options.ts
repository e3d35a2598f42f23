import styles from './choice-rows.module.css';

/** As many as have a number key. */
const KEYS = 9;

const groupsOf = (scope: ParentNode) => [...scope.querySelectorAll(`.${styles.rows}`)];

/** The options that the number keys choose, in their order: those of the question that has the focus, or of the only one. */
export function numberedOptions(scope: ParentNode, focused: Element | null): readonly HTMLInputElement[] {
  const groups = groupsOf(scope);
  const group = groups.length === 1 ? groups[0] : focused?.closest(`.${styles.rows}`);
  return [...(group?.querySelectorAll<HTMLInputElement>(`.${styles.row} input`) ?? [])].slice(0, KEYS);
}

/** Shows beside each option the key that chooses it; with several questions on a page, in the one that has the focus. */
export function showOptionKeys(scope: ParentNode): () => void {
  const { dataset } = document.documentElement;
  dataset.keys = groupsOf(scope).length === 1 ? 'all' : 'focused';
  return () => {
    delete dataset.keys;
  };
}

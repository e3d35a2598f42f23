/** In a sandbox without `allow-forms` a submit button does nothing, and no one is told: not even the form's own listener hears of it. */

/** By doing. */
function formsAreHeard(document: Document): boolean {
  const form = document.createElement('form');
  let isHeard = false;
  form.addEventListener('submit', (event) => {
    isHeard = true;
    event.preventDefault();
  });
  form.hidden = true;
  document.body.append(form);
  form.requestSubmit();
  form.remove();
  return isHeard;
}

/**
 * Where the browser doesn't, a form's listener is told of the press. Nothing is ever sent by a form itself, so that nothing is let through that the sandbox
 * keeps back.
 * @returns undoes it
 */
export function hearForms(document: Document, isHeard = formsAreHeard(document)): () => void {
  if (isHeard) return () => undefined;
  const onClick = ({ target, defaultPrevented }: Event) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (defaultPrevented || button?.type !== 'submit' || button.disabled) return;
    button.form?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  };
  document.addEventListener('click', onClick);
  return () => document.removeEventListener('click', onClick);
}

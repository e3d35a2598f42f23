/** A text with an email address in it: where that doesn't fit on a line, it is parted before its host. */
export function EmailText({ text }: { readonly text: string }) {
  const [start, ...host] = text.split(/(?=@)/);
  return (
    <>
      {start}
      <wbr />
      {host}
    </>
  );
}

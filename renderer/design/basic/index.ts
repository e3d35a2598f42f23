export type { ButtonLook, ButtonSize, ButtonVariant } from './actions/button-look.ts';
export { ButtonLink, type ButtonLinkProps, TextLink, type TextLinkProps } from './actions/links.tsx';
export { NativeButton, type NativeButtonProps } from './actions/native-button.tsx';
export { SkipLink } from './actions/skip-link.tsx';
export { Page, type PageProps } from './layout/page.tsx';
export {
  ContentRow,
  type ContentRowProps,
  LinkRow,
  type LinkRowProps,
  Rows,
  type RowsProps,
  RowTitle,
} from './layout/rows.tsx';
export { Rule } from './layout/rule.tsx';
export { Skeleton, type SkeletonProps } from './layout/skeleton.tsx';
export { type Gap, Row, type RowProps, Stack, type StackProps } from './layout/stack.tsx';
export { Disclosure, type DisclosureProps } from './status/disclosure.tsx';
export { Notice, type NoticeProps, type NoticeTone } from './status/notice.tsx';
export { type Status, StatusLine, type StatusLineProps } from './status/status-line.tsx';
export { type Step, Steps } from './status/steps.tsx';
export { Art, type ArtProps } from './text/art.tsx';
export { type Fact, Facts, type FactsProps } from './text/facts.tsx';
export { Heading, type HeadingProps } from './text/heading.tsx';
export { Icon, type IconName, type IconProps } from './text/icon.tsx';
export { Mark, type MarkProps } from './text/mark.tsx';
export { Text, type TextProps } from './text/text.tsx';
export { VisuallyHidden } from './text/visually-hidden.tsx';

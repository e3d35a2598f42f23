import { type PointerEvent, useRef, useState } from 'react';
import { FieldFrame, type FieldProps, isShown, useFieldIds } from './field.tsx';
import styles from './signature-pad.module.css';

/** The pad's own units, whatever size it is shown at. */
export const PAD = { width: 600, height: 200 } as const;
/** Nearer points say nothing more about a line. */
const NEAR = 2;

export interface SignaturePadProps extends FieldProps {
  /** One SVG path per stroke, in the units of {@link PAD}. */
  readonly strokes: readonly string[];
  readonly onChange: (strokes: readonly string[]) => void;
  /** What screen readers hear of the picture: whether something has been drawn. */
  readonly description: string;
}

interface Stroke {
  readonly path: string;
  readonly x: number;
  readonly y: number;
}

/** A line to sign on, by finger, pen or mouse. Anyone who can't draw needs another way beside it. */
export function SignaturePad(props: SignaturePadProps) {
  const { strokes, onChange, description } = props;
  const ids = useFieldIds(props);
  const [drawing, setDrawing] = useState<Stroke>();
  // Several moves come between two frames.
  const current = useRef<Stroke>(undefined);
  const place = (event: PointerEvent<SVGSVGElement>, { clientX, clientY } = event.nativeEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    return {
      x: Math.round(((clientX - box.left) / box.width) * PAD.width),
      y: Math.round(((clientY - box.top) / box.height) * PAD.height),
    };
  };
  const put = (stroke: Stroke | undefined) => {
    current.current = stroke;
    setDrawing(stroke);
  };
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    if (!event.isPrimary || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const { x, y } = place(event);
    // A point of its own: the dot of an i.
    put({ path: `M${x} ${y}h0`, x, y });
  };
  const go = (event: PointerEvent<SVGSVGElement>) => {
    if (!current.current || !event.isPrimary) return;
    const moves = event.nativeEvent.getCoalescedEvents?.() ?? [];
    let stroke = current.current;
    for (const move of moves.length > 0 ? moves : [event.nativeEvent]) {
      const { x, y } = place(event, move);
      if (Math.hypot(x - stroke.x, y - stroke.y) < NEAR) continue;
      stroke = { path: `${stroke.path}L${x} ${y}`, x, y };
    }
    put(stroke);
  };
  const end = () => {
    if (!current.current) return;
    onChange([...strokes, current.current.path]);
    put(undefined);
  };
  return (
    <FieldFrame field={props} ids={ids} words="legend">
      <svg
        id={ids.input}
        role="img"
        aria-labelledby={`${ids.labelledBy} ${ids.input}-state`}
        aria-describedby={ids.describedBy}
        viewBox={`0 0 ${PAD.width} ${PAD.height}`}
        preserveAspectRatio="none"
        className={styles.pad}
        data-invalid={isShown(props.error) || undefined}
        onPointerDown={begin}
        onPointerMove={go}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <title id={`${ids.input}-state`}>{description}</title>
        <path d={`M40 152H${PAD.width - 40}`} className={styles.line} vectorEffect="non-scaling-stroke" />
        {[...strokes, ...(drawing ? [drawing.path] : [])].map((path, index) => (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: strokes are only ever added
            key={index}
            d={path}
            className={styles.stroke}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
    </FieldFrame>
  );
}

import { useState } from 'react';
import { Row, Text } from '../design/basic/index.ts';
import { Button, Dialog, Menu, Sheet, showToast, Toaster } from '../design/controls/index.ts';
import { Example, Examples } from './example.tsx';

export function OverlayExamples() {
  const [open, setOpen] = useState<'dialog' | 'alert' | 'sheet' | undefined>();
  const close = () => setOpen(undefined);
  const watch = (kind: typeof open) => ({
    isOpen: open === kind,
    onOpenChange: (isOpen: boolean) => setOpen(isOpen ? kind : undefined),
  });
  return (
    <Examples title="Overlays">
      <Example name="Dialog, alert, sheet, menu, toast">
        <Row gap={3}>
          <Button variant="secondary" onPress={() => setOpen('dialog')}>
            Dialog
          </Button>
          <Button variant="secondary" onPress={() => setOpen('alert')}>
            Alert
          </Button>
          <Button variant="secondary" onPress={() => setOpen('sheet')}>
            Sheet
          </Button>
          <Menu
            label="English"
            icon="language"
            accessibleLabel="Language: English"
            items={[
              { id: 'en', label: 'English', lang: 'en' },
              { id: 'es', label: 'Español', lang: 'es' },
              { id: 'ar', label: 'العربية', lang: 'ar' },
            ]}
            selectedId="en"
            onAction={() => undefined}
          />
          <Button
            variant="secondary"
            onPress={() => void showToast('A copy is in your downloads.', 'success')}
          >
            Toast
          </Button>
        </Row>
      </Example>
      <Toaster />
      <Dialog
        {...watch('dialog')}
        title="Delete these answers?"
        actions={
          <>
            <Button variant="danger" onPress={close}>
              Delete
            </Button>
            <Button variant="secondary" onPress={close}>
              Keep them
            </Button>
          </>
        }
      >
        <Text>They are on this phone only. Nobody else has seen them.</Text>
      </Dialog>
      <Dialog
        {...watch('alert')}
        role="alertdialog"
        title="Are you still there?"
        actions={<Button onPress={close}>Yes, go on</Button>}
      >
        <Text>In 30 seconds this page closes, so that nobody else sees your answers.</Text>
      </Dialog>
      <Sheet {...watch('sheet')} title="How we use your answers">
        <Text>Your clinician reads them. Nobody else does, unless you say so.</Text>
      </Sheet>
    </Examples>
  );
}

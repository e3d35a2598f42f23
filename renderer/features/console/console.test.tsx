import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  alertLine,
  type ConsoleServer,
  caseLine,
  createConsoleServer,
  heldLine,
  routineLine,
} from './testing/console-server.ts';
import { openConsoleAt } from './testing/open-console.tsx';

afterEach(() => vi.unstubAllGlobals());

function openConsole(path: string, server: ConsoleServer = createConsoleServer()) {
  return { ...openConsoleAt(path, server), server };
}

const signIn = async (password: string) => {
  await userEvent.fill(page.getByRole('textbox', { name: 'Email' }), 'ana@meadow.example');
  await userEvent.fill(page.getByLabelText('Password'), password);
  await userEvent.click(page.getByRole('button', { name: 'Sign in' }));
};

describe('signing in', () => {
  test('says what is missing - nothing was typed', async () => {
    openConsole('/console/meadow', createConsoleServer({ signedIn: false }));
    await userEvent.click(page.getByRole('button', { name: 'Sign in' }));
    await expect.element(page.getByText('Enter your email')).toBeVisible();
    await expect.element(page.getByText('Enter your password')).toBeVisible();
  });

  test('opens the inbox - after a wrong password and the right one', async () => {
    openConsole('/console/meadow', createConsoleServer({ signedIn: false }));
    await signIn('wrong');
    await expect.element(page.getByRole('alert').getByText(/Email and password don’t match/)).toBeVisible();
    await signIn('correct horse');
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Inbox');
  });

  test('says so and offers another try - the server can not be reached', async () => {
    const server = createConsoleServer();
    server.goOffline();
    openConsole('/console/meadow', server);
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toHaveTextContent('We can’t reach the server');
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('the inbox', () => {
  test('has alerts first, with the case of one that is open, then what somebody must look at', async () => {
    openConsole('/console/meadow');
    await expect.element(page.getByRole('heading', { name: 'Routine' })).toBeVisible();
    expect(
      page
        .getByRole('heading', { level: 2 })
        .elements()
        .map((heading) => heading.textContent),
    ).toEqual(['Unacknowledged alerts', 'Needs review', 'Routine']);
  });

  test('is walked through with the keyboard - arrows and letters, and opened with Enter', async () => {
    const { router } = openConsole('/console/meadow');
    const first = page.getByRole('link', { name: /Daniel Whitcombe/ }).first();
    await expect.element(first).toBeVisible();
    (first.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}j');
    await expect.element(page.getByRole('link', { name: /Can’t be read/ })).toHaveFocus();
    await userEvent.keyboard('k{Enter}');
    await expect.poll(() => router.state.location.pathname).toBe(`/console/meadow/cases/${caseLine.id}`);
  });

  test('goes on at the line that was opened - on the way back from its case', async () => {
    openConsole('/console/meadow');
    const line = page.getByRole('link', { name: /Maya Okafor/ });
    await expect.element(line).toBeVisible();
    (line.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'Mark reviewed' })).toBeVisible();
    await userEvent.click(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link'));
    await expect.element(line).toHaveFocus();
  });

  test('is entered with J - nothing that takes keys has the focus', async () => {
    openConsole('/console/meadow');
    const first = page.getByRole('link', { name: /Daniel Whitcombe/ }).first();
    await expect.element(first).toBeVisible();
    await userEvent.keyboard('j');
    await expect.element(first).toHaveFocus();
  });

  test('tells its keys - a question mark is pressed, and nobody types', async () => {
    openConsole('/console/meadow');
    const box = page.getByRole('searchbox', { name: /^Search/ });
    await expect.element(box).toBeVisible();
    await userEvent.fill(box, 'who?');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('?');
    const hints = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect.element(hints.getByText('Next item')).toBeVisible();
  });

  test('shows one part of it - a filter is chosen', async () => {
    openConsole('/console/meadow');
    await userEvent.click(page.getByRole('button', { name: /^Held/ }));
    await expect.element(page.getByRole('heading', { name: 'Routine' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('link', { name: /Can’t be read/ })).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Held/ })).toHaveAttribute('aria-current', 'true');
  });

  test('finds a patient by name or reference - and the slash leads there', async () => {
    openConsole('/console/meadow');
    const box = page.getByRole('searchbox', { name: /^Search/ });
    await expect.element(box).toBeVisible();
    await userEvent.keyboard('/');
    await expect.element(box).toHaveFocus();
    await userEvent.keyboard(' 9t oovc/{Backspace}');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: '1 result' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: /Can’t be read/ })).toBeVisible();
    await userEvent.fill(box, 'okafor');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('link', { name: 'Maya Okafor Jun 6, 1966' })).toBeVisible();
  });

  test('helps - nobody has that name', async () => {
    openConsole('/console/meadow');
    await userEvent.fill(page.getByRole('searchbox', { name: /^Search/ }), 'zz-9999');
    await userEvent.click(page.getByRole('button', { name: 'Search' }));
    await expect.element(page.getByText('No results for “zz-9999”')).toBeVisible();
  });

  test('names a row that it can’t read - and shows the others', async () => {
    const broken = { id: '0197a000-0000-7000-8000-0000000000c9', code: 'BR-0KEN', kind: 'riddle' };
    openConsole('/console/meadow', createConsoleServer({ unshown: [broken] }));
    await expect.element(page.getByText('BR-0KEN')).toBeVisible();
    await expect.element(page.getByRole('link', { name: /Maya Okafor/ })).toBeVisible();
  });
});

describe('a case', () => {
  test('shows what was frozen, in the patient’s language, with its score and the safe way of contact', async () => {
    openConsole(`/console/meadow/cases/${caseLine.id}`);
    const answer = page.getByText(/^Varios días/).first();
    await expect.element(answer).toBeVisible();
    expect(answer.element().closest('[lang]')?.getAttribute('lang')).toBe('es');
    const score = page.getByText('9 of 9 answered').element().parentElement;
    expect(score?.textContent).toBe('Mood score9 of 27mild9 of 9 answered');
    await expect.element(page.getByText(/Don’t name the clinic in messages\./).first()).toBeVisible();
    await expect.element(page.getByText('The device’s clock was 60 minutes ahead of ours.')).toBeVisible();
  });

  test('says each finding once - its alert does', async () => {
    openConsole(`/console/meadow/cases/${caseLine.id}`);
    await expect.element(page.getByRole('region', { name: 'Thoughts of self-harm' })).toBeVisible();
    expect(page.getByText('Thoughts of self-harm').elements()).toHaveLength(1);
    await expect.element(page.getByText(/Protocol 7/)).toBeVisible();
  });

  test('says each finding once - it has no alert', async () => {
    openConsole(`/console/meadow/cases/${routineLine.id}`);
    const finding = page.getByText('Urgent: Thoughts of self-harm');
    await expect.element(finding).toBeVisible();
    expect(page.getByText(/Thoughts of self-harm/).elements()).toHaveLength(1);
    await expect.element(page.getByText('Flagged', { exact: true })).toBeVisible();
  });

  test('keeps in sight who it is, where, how it stands and until when - scrolled to the end', async () => {
    openConsole(`/console/meadow/cases/${routineLine.id}`);
    await expect.element(page.getByRole('button', { name: 'Mark reviewed' })).toBeVisible();
    window.scrollTo(0, document.documentElement.scrollHeight);
    await expect.element(page.getByRole('heading', { level: 1 })).toBeInViewport();
    await expect.element(page.getByText('California', { exact: true }).first()).toBeInViewport();
    await expect.element(page.getByText(/^(was )?due /)).toBeInViewport();
  });

  test('says in plain words why it is held - and what to do', async () => {
    openConsole(`/console/meadow/cases/${heldLine.id}`);
    await expect
      .element(page.getByText(/Ask the patient with this reference to send it again/))
      .toBeVisible();
  });

  test('is reviewed - and says that the patient sees it', async () => {
    const { server } = openConsole(`/console/meadow/cases/${routineLine.id}`);
    await userEvent.click(page.getByRole('button', { name: 'Mark reviewed' }));
    await expect.element(page.getByText(/Reviewed by Ana Ruiz.*The patient sees it/)).toBeVisible();
    expect(server.written).toEqual([{ path: `cases/${routineLine.id}/review`, body: {} }]);
  });

  test('can’t be reviewed while an alert is open - and leads to the alert', async () => {
    const { server } = openConsole(`/console/meadow/cases/${caseLine.id}`);
    const link = page.getByRole('link', { name: new RegExp(`Alert .?${alertLine.code}`) });
    await expect.element(link).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Mark reviewed' })).not.toBeInTheDocument();
    await userEvent.click(link);
    expect(document.querySelector(':target')?.id).toBe(`alert-${alertLine.id}`);
    expect(server.written).toEqual([]);
  });

  test('says until when a review can be undone - and undoes it', async () => {
    const server = createConsoleServer({ undoMs: 10_000 });
    openConsole(`/console/meadow/cases/${routineLine.id}`, server);
    await userEvent.click(page.getByRole('button', { name: 'Mark reviewed' }));
    await expect.element(page.getByText(/We’ll notify the patient in \d+ seconds/)).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Undo' }));
    await expect.element(page.getByRole('button', { name: 'Mark reviewed' })).toBeVisible();
    expect(server.written.map(({ path }) => path)).toEqual([
      `cases/${routineLine.id}/review`,
      `cases/${routineLine.id}/undo`,
    ]);
  });

  test('keeps the focus where the decision is - reviewed and undone by keyboard', async () => {
    openConsole(`/console/meadow/cases/${routineLine.id}`, createConsoleServer({ undoMs: 10_000 }));
    const review = page.getByRole('button', { name: 'Mark reviewed' });
    await expect.element(review).toBeVisible();
    (review.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'Undo' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(review).toHaveFocus();
  });

  test('is only read - the role may not decide', async () => {
    openConsole(`/console/meadow/cases/${caseLine.id}`, createConsoleServer({ mayDecide: false }));
    await expect.element(page.getByText('Your role is read-only.').first()).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Mark reviewed' })).not.toBeInTheDocument();
  });

  test('is not there - another vendor’s, or none', async () => {
    openConsole('/console/meadow/cases/0197a000-0000-7000-8000-00000000ffff');
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Case not found');
  });
});

describe('an alert', () => {
  test('stays - no note says what was done', async () => {
    const { server } = openConsole(`/console/meadow/cases/${caseLine.id}`);
    await userEvent.click(page.getByRole('button', { name: 'Acknowledge' }));
    await expect.element(page.getByText('Enter what you did')).toBeVisible();
    expect(server.written).toEqual([]);
  });

  test('is acknowledged with the note - and the note is shown', async () => {
    const { server } = openConsole(`/console/meadow/cases/${caseLine.id}`);
    await userEvent.fill(page.getByRole('textbox', { name: 'What did you do?' }), ' Called, he is safe. ');
    await userEvent.click(page.getByRole('button', { name: 'Acknowledge' }));
    await expect.element(page.getByText(/Acknowledged by Ana Ruiz/)).toBeVisible();
    await expect.element(page.getByText('Called, he is safe.')).toBeVisible();
    expect(server.written).toEqual([
      { path: `alerts/${alertLine.id}/acknowledge`, body: { note: 'Called, he is safe.' } },
    ]);
  });

  test('opens with how to reach the patient and where they are - before the answers and the note', async () => {
    openConsole(`/console/meadow/cases/${caseLine.id}`);
    const alert = page.getByRole('region', { name: 'Thoughts of self-harm' });
    const call = alert.getByRole('link', { name: 'Call (202) 555-0143' });
    await expect.element(call).toHaveAttribute('href', 'tel:+12025550143');
    await expect.element(alert.getByText('California')).toBeVisible();
    await expect.element(alert.getByText(/prefers texts.*Don’t name the clinic/)).toBeVisible();
    const evidence = alert.getByText('Thoughts of hurting yourself').element();
    expect(call.element().compareDocumentPosition(evidence)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    const size = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
    expect(size(call.element())).toBeGreaterThan(size(evidence));
  });

  test('keeps the focus where the decision is - acknowledged and undone by keyboard', async () => {
    openConsole(`/console/meadow/cases/${caseLine.id}`, createConsoleServer({ undoMs: 10_000 }));
    await userEvent.fill(page.getByRole('textbox', { name: 'What did you do?' }), 'Called.');
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(page.getByRole('button', { name: 'Undo' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'Acknowledge' })).toHaveFocus();
  });

  test('keeps its note at hand - the acknowledgement is undone', async () => {
    openConsole(`/console/meadow/cases/${caseLine.id}`, createConsoleServer({ undoMs: 10_000 }));
    await userEvent.fill(page.getByRole('textbox', { name: 'What did you do?' }), 'Called.');
    await userEvent.click(page.getByRole('button', { name: 'Acknowledge' }));
    await userEvent.click(page.getByRole('button', { name: 'Undo' }));
    await expect.element(page.getByRole('textbox', { name: 'What did you do?' })).toHaveValue('Called.');
  });

  test('keeps the note that was begun - the session ends meanwhile', async () => {
    const { server } = openConsole(`/console/meadow/cases/${caseLine.id}`);
    await userEvent.fill(
      page.getByRole('textbox', { name: 'What did you do?' }),
      'Called twice, no answer yet',
    );
    server.signOut();
    await userEvent.click(page.getByRole('button', { name: 'Acknowledge' }));
    await expect
      .element(page.getByText('Your session has ended. Sign in to pick up where you left off.'))
      .toBeVisible();
    expect(document.body.textContent).not.toContain('Whitcombe');
    await signIn('correct horse');
    await expect
      .element(page.getByRole('textbox', { name: 'What did you do?' }))
      .toHaveValue('Called twice, no answer yet');
  });
});

import { type DrawProof, parseVerifierKey } from '@tercet/fair';
import { type FormEvent, startTransition, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PinPanel } from '../src/features/pins/pin-panel.tsx';
import { sameWitnesses } from '../src/features/pins/witness-addresses.ts';
import { createProofRunner } from '../src/features/proof/proof-runner.ts';
import ProofWorker from '../src/features/proof/proof-worker.ts?worker&inline';
import { FileButton } from '../src/features/qr/file-button.tsx';
import type { PinnedKey } from '../src/screens/verify/independence.tsx';
import { ProofView } from '../src/screens/verify/proof-view.tsx';
import { Button } from '../src/ui/button/button.tsx';
import { TextField } from '../src/ui/field/text-field.tsx';
import { type FaultCode, type Given, type Known, readGiven } from './questions.ts';
import styles from './verifier.module.css';

const runner = createProofRunner(() => new ProofWorker());
const FILE_BYTES_MAX = 64 * 1024 * 1024;

type CheckRequest = Exclude<Given, { fault: FaultCode }> & { text: string; known: Known; turn: number };

/** The checking page: input and result. */
export function Verifier() {
  const t = useTranslations('verifier');
  const [known, setKnown] = useState<Known>({ address: '', logKey: '', witnesses: [] });
  const [text, setText] = useState('');
  const [fault, setFault] = useState<FaultCode | null>(null);
  const [busy, setBusy] = useState(false);
  const [request, setRequest] = useState<CheckRequest | null>(null);
  useEffect(() => runner.warm(), []);
  useEffect(() => {
    document.title = `Tercet: ${t('title')}`;
  }, [t]);

  async function check(given: string, by: Known = known): Promise<void> {
    setBusy(true);
    setFault(null);
    const read = await readGiven(given, by);
    setBusy(false);
    if ('fault' in read) {
      setFault(read.fault);
      return;
    }
    startTransition(() => setRequest((before) => ({ ...read, text: given, known: by, turn: (before?.turn ?? 0) + 1 })));
    window.scrollTo(0, 0);
  }

  function confirm(confirmed: Pick<Known, 'logKey' | 'witnesses'>): void {
    if (request === null) return;
    const now = { ...request.known, ...confirmed };
    setKnown(now);
    void check(request.text, now);
  }

  async function open(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    const isText = !file.type.startsWith('image/') && file.size <= FILE_BYTES_MAX;
    if (isText) await check(await file.text());
    else setFault('wrong');
  }

  useDropped((file) => void open(file));

  function submit(event: FormEvent): void {
    event.preventDefault();
    void check(text);
  }

  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('title')}</h1>
      </header>
      <main className={styles.main}>
        {request === null ? (
          <p className={styles.soft}>{t('intro')}</p>
        ) : (
          <Check key={request.turn} request={request} busy={busy} onConfirm={confirm} />
        )}
        <form className={styles.form} onSubmit={submit} noValidate>
          <TextField
            label={t('label')}
            hint={t('hint')}
            error={fault === null ? null : t(`fault.${fault}`)}
            value={text}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => {
              setText(event.target.value);
              setFault(null);
            }}
          />
          <Button type="submit" wide busy={busy} look={request === null ? 'primary' : 'quiet'}>
            {t('check')}
          </Button>
          <FileButton label={t('choose')} onFile={(file) => void open(file)} />
          <Beside known={known} onChange={setKnown} />
        </form>
      </main>
    </div>
  );
}

/** Accepts files dropped anywhere on the page. */
function useDropped(onFile: (file: File | undefined) => void): void {
  const take = useEffectEvent(onFile);
  useEffect(() => {
    const allow = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => {
      event.preventDefault();
      take(event.dataTransfer?.files[0]);
    };
    addEventListener('dragover', allow);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', allow);
      removeEventListener('drop', drop);
    };
  }, []);
}

interface CheckProps {
  request: CheckRequest;
  busy: boolean;
  onConfirm(confirmed: Pick<Known, 'logKey' | 'witnesses'>): void;
}

function Check({ request, busy, onConfirm }: CheckProps) {
  const t = useTranslations('verifier');
  const { question, from, known, named } = request;
  const money = useCallback((amount: string) => t('amount', { amount }), [t]);
  const draw =
    question.kind === 'draw' ? question.proof : question.kind === 'slip' ? question.proof.draw : question.draw;
  const given = known.logKey.trim();
  const pinned: PinnedKey = { state: given === '' ? 'none' : 'given' };
  const logKey = given === '' ? logKeyOf(draw) : given;
  const club = known.address.trim() === '' ? location.href : known.address.trim();
  const panel =
    logKey === null ? null : (
      <PinPanel
        offer={{ logKey, witnesses: named, club }}
        about={given === '' ? 'key' : 'witnesses'}
        means={t('means')}
        busy={busy}
        onConfirm={() => onConfirm({ logKey, witnesses: named })}
      />
    );
  const isUnasked = given !== '' && named.length > 0 && !sameWitnesses(named, known.witnesses);
  return (
    <>
      <ProofView
        question={question}
        draw={draw}
        runner={runner}
        money={money}
        pinned={pinned}
        from={from}
        code="page"
        toConfirm={panel}
      />
      {isUnasked ? panel : null}
    </>
  );
}

/** The key that a bundle names for its book; null if none is readable. */
function logKeyOf(draw: DrawProof): string | null {
  const logKey: unknown = draw.book?.logKey;
  return typeof logKey === 'string' && parseVerifierKey(logKey) !== null ? logKey : null;
}

/** Optional input beside the proof. No requests are made without a URL. */
function Beside({ known, onChange }: { known: Known; onChange(known: Known): void }) {
  const t = useTranslations('verifier');
  return (
    <details className={styles.beside}>
      <summary>{t('beside')}</summary>
      <div className={styles.form}>
        <TextField
          label={t('address')}
          hint={t('addressHint')}
          value={known.address}
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => onChange({ ...known, address: event.target.value })}
        />
        <TextField
          label={t('key')}
          hint={t('keyHint')}
          value={known.logKey}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => onChange({ ...known, logKey: event.target.value })}
        />
      </div>
    </details>
  );
}

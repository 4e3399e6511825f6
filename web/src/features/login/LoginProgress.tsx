import { Spinner } from '../../ui/Spinner.tsx';

/** In place of the form, while the page waits for something. */
export function LoginProgress({ text }: { readonly text: string }) {
  return (
    <div className="flex flex-col items-center gap-4 py-8 text-center">
      <Spinner size={36} />
      <p role="status" className="font-strong">
        {text}
      </p>
    </div>
  );
}

/** A minimal page that shows messages: `show(text)` appends one. */
export const pageOf = (script: string, head = ''): string => `<!doctype html><title>Talk</title>${head}
<ul></ul>
<script>
const show = (text) => {
  const line = document.createElement('li');
  line.textContent = text;
  document.querySelector('ul').append(line);
  line.scrollIntoView();
};
${script}
</script>`;

// Renders the templates of a Helm chart for several values, with the packages that Helm renders with: text/template, sprig and
// sigs.k8s.io/yaml. It has the functions and objects of Helm that the chart uses, and a chart that uses others does not render.
// Reads a JSON list of values from standard input, and prints a JSON list of {text, error}. The arguments are the folder of the chart
// and the namespace of the release.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

type rendering struct {
	Text  string `json:"text"`
	Error string `json:"error,omitempty"`
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// https://helm.sh/docs/howto/charts_tips_and_tricks: `toYaml` drops the last line break, `required` fails for null and the empty text.
func functions() template.FuncMap {
	all := sprig.TxtFuncMap()
	delete(all, "env")
	delete(all, "expandenv")
	all["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	all["required"] = func(message string, value interface{}) (interface{}, error) {
		if text, isText := value.(string); value == nil || isText && text == "" {
			return nil, errors.New(message)
		}
		return value, nil
	}
	return all
}

// merge returns the values of a user over those of the chart, as Helm does: objects by their keys, and null removes a key.
func merge(base, over map[string]interface{}) map[string]interface{} {
	merged := map[string]interface{}{}
	for key, value := range base {
		merged[key] = value
	}
	for key, value := range over {
		before, isObject := merged[key].(map[string]interface{})
		now, isAlso := value.(map[string]interface{})
		if isObject && isAlso {
			merged[key] = merge(before, now)
		} else if value == nil {
			delete(merged, key)
		} else {
			merged[key] = value
		}
	}
	return merged
}

func render(chart, namespace string, values map[string]interface{}) (string, error) {
	paths, err := filepath.Glob(filepath.Join(chart, "templates", "*.yaml"))
	must(err)
	sort.Strings(paths)
	var all bytes.Buffer
	for _, path := range paths {
		text, err := os.ReadFile(path)
		must(err)
		parsed, err := template.New(filepath.Base(path)).Option("missingkey=zero").Funcs(functions()).Parse(string(text))
		if err != nil {
			return "", err
		}
		var out bytes.Buffer
		data := map[string]interface{}{"Values": values, "Release": map[string]interface{}{"Namespace": namespace}}
		if err := parsed.Execute(&out, data); err != nil {
			return "", err
		}
		all.WriteString("---\n")
		// As Helm does with what is missing.
		all.WriteString(strings.ReplaceAll(out.String(), "<no value>", ""))
	}
	return all.String(), nil
}

func main() {
	chart, namespace := os.Args[1], os.Args[2]
	text, err := os.ReadFile(filepath.Join(chart, "values.yaml"))
	must(err)
	base := map[string]interface{}{}
	must(yaml.Unmarshal(text, &base))
	asked := []map[string]interface{}{}
	must(json.NewDecoder(os.Stdin).Decode(&asked))
	answers := []rendering{}
	for _, over := range asked {
		text, err := render(chart, namespace, merge(base, over))
		answer := rendering{Text: text}
		if err != nil {
			answer.Error = err.Error()
		}
		answers = append(answers, answer)
	}
	must(json.NewEncoder(os.Stdout).Encode(answers))
}

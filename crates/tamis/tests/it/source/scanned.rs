//! One small file in each format that is read by a scanner of lines.

use expect_test::expect;

use super::check;

#[test]
fn markdown() {
    check(
        "a.md",
        r##"---
title: x
---
# Guide

Intro.

## Install

```sh
# not a heading
```

Setext
------
text

### Deep #
# Other
"##,
        expect![[r#"
            section Guide 4-18
              section Install 8-12
              section Setext 14-18
                section Deep 18-18
            section Other 19-19
        "#]],
    );
}

#[test]
fn restructuredtext() {
    check(
        "a.rst",
        r##"=====
Title
=====

Intro

Install
-------
text

Use
---
::

    code
"##,
        expect![[r#"
            section Title 1-15
              section Install 7-9
              section Use 11-15
        "#]],
    );
}

#[test]
fn asciidoc() {
    check(
        "a.adoc",
        r##"= Title

== Install
text
----
== no
----
=== Deep
== Use
"##,
        expect![[r#"
            section Title 1-9
              section Install 3-8
                section Deep 8-8
              section Use 9-9
        "#]],
    );
}

#[test]
fn org() {
    check(
        "a.org",
        r##"* Top
text
** Inner
* Next
"##,
        expect![[r#"
            section Top 1-3
              section Inner 3-3
            section Next 4-4
        "#]],
    );
}

#[test]
fn tex() {
    check(
        "a.tex",
        r##"\documentclass{a}
\section{Intro}
text
\subsection*{Deep}
\section{End}
"##,
        expect![[r#"
            section Intro 2-4
              section Deep 4-4
            section End 5-5
        "#]],
    );
}

#[test]
fn toml() {
    check(
        "Cargo.toml",
        r##"name = "x"
list = [
  [1, 2],
]

[package]
version = "1"

[[bin]]
name = "y"
[target."cfg(unix)".dependencies]
"##,
        expect![[r#"
            section name 1-1
            section list 2-4
            section package 6-7
            section bin 9-10
            section target."cfg(unix)".dependencies 11-11
        "#]],
    );
}

#[test]
fn ini() {
    check(
        "a.ini",
        r##"root = true
[section one]
a = [b
; [no]
[*.{js,py}]
x=1
"##,
        expect![[r#"
            section root 1-1
            section section one 2-6
        "#]],
    );
}

#[test]
fn yaml() {
    check(
        "a.yml",
        r##"# Doc
on: push
jobs:
  build:
    steps:
      - run: x
"quoted key":
  a: 1
url: http://x
---
kind: Pod
"##,
        expect![[r#"
            section on 2-2
            section jobs 3-6
            section quoted key 7-8
            section url 9-10
            section kind 11-11
        "#]],
    );
}

#[test]
fn properties() {
    check(
        "a.properties",
        r##"# c
server.port=80
db.url = jdbc:x
"##,
        expect![[r#"
            section server.port 2-2
            section db.url 3-3
        "#]],
    );
}

#[test]
fn json() {
    check(
        "package.json",
        r##"{
  // tolerated
  "name": "x",
  "scripts": {
    "build": "tsc",
    "x": [1, 2, {"a": "}"}]
  },
  "last": null
}
"##,
        expect![[r#"
            section name 3-3
            section scripts 4-7
            section last 8-8
        "#]],
    );
}

#[test]
fn makefile() {
    check(
        "Makefile",
        r##"include common.mk
CC := gcc
.PHONY: all
# Builds.
all: build test
	$(CC) -o x

	echo done
build test: dep
	go build
"##,
        expect![[r#"
            section all 4-8 @5
            section build 9-10
            import common.mk 1
        "#]],
    );
}

#[test]
fn just() {
    check(
        "justfile",
        r##"# Doc.
build target="x": dep
    cargo build

test:
    cargo test
"##,
        expect![[r#"
            section build 1-3 @2
            section test 5-6
        "#]],
    );
}

#[test]
fn dockerfile() {
    check(
        "Dockerfile.release",
        r##"# syntax
FROM --platform=x rust:1 AS build
RUN x

FROM debian
COPY y
"##,
        expect![[r#"
            section build 2-3
            section debian 5-6
        "#]],
    );
}

#[test]
fn sql() {
    check(
        "a.sql",
        r##"-- Users.
CREATE TABLE IF NOT EXISTS app.users (
  id int,
  name text
);
INSERT INTO users VALUES (1, 'create table x');
create unique index idx_name on users (name);
CREATE OR REPLACE FUNCTION total(a int) RETURNS int AS $$
BEGIN
  SELECT 1;
END;
$$ LANGUAGE plpgsql;
CREATE PROCEDURE p()
BEGIN
  SELECT 1;
END;
create view `v` as select 1;
"##,
        expect![[r#"
            class users 1-5 @2
            constant idx_name 7-7
            function total 8-12
            function p 13-16
            class v 17-17
        "#]],
    );
}

#[test]
fn vue() {
    check(
        "A.vue",
        r##"<template>
  <div>{{ x }}</div>
</template>

<script setup lang="ts">
import { ref } from 'vue'
const count = ref(0)
function go(): void { run(count) }
</script>

<style scoped>
a { color: red; }
</style>
"##,
        expect![[r#"
            section template 1-3
            section script 5-9
              constant count 7-7
              function go 8-8
            section style 11-13
            import vue (ref) 6
            uses ref@7 run@8
        "#]],
    );
}

#[test]
fn svelte() {
    check(
        "A.svelte",
        r##"<script>
  import B from "./B.svelte";
  export let name;
  const go = () => run();
</script>

<B {name} />
"##,
        expect![[r#"
            section script 1-5
              constant name 3-3
              function go 4-4
            import ./B.svelte (B) 2
            uses run@4
        "#]],
    );
}

#[test]
fn html() {
    check(
        "a.html",
        r##"<html>
<body>
  <script>
    function go() { run(); }
  </script>
  <script type="application/ld+json">{"a": 1}</script>
</body>
</html>
"##,
        expect![[r#"
            section script 3-5
              function go 4-4
            section script 6-6
            uses run@4
        "#]],
    );
}

#[test]
fn astro() {
    check(
        "a.astro",
        r##"---
import B from "./B.astro";
const x = go();
---
<B />
"##,
        expect![[r#"
            section --- 1-4
              constant x 3-3
            import ./B.astro (B) 2
            uses go@3
        "#]],
    );
}

#[test]
fn notebook() {
    check(
        "a.ipynb",
        r##"{
 "cells": [
  {
   "cell_type": "markdown",
   "metadata": {},
   "source": [
    "# Load the data\n",
    "text"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 1,
   "outputs": [],
   "source": [
    "%matplotlib inline\n",
    "import pandas as pd\n",
    "def load(path):\n",
    "    return pd.read_csv(path, sep=\"\\t\")\n"
   ]
  }
 ],
 "metadata": {
  "kernelspec": {
   "language": "python",
   "name": "python3"
  }
 },
 "nbformat": 4
}
"##,
        expect![[r#"
            section Load the data 3-10
            section %matplotlib inline 11-21
              function load 18-19
            import pandas 17
            uses read_csv@19
        "#]],
    );
}

#[test]
fn perl() {
    check(
        "a.pl",
        r##"package Foo::Bar;
use strict;
# Doc.
sub open_it {
    my ($x) = @_;
    if ($x) { return "}"; }
}
sub two { 1 }
"##,
        expect![[r#"
            module Foo::Bar 1-1
            function open_it 3-7 @4
            function two 8-8
        "#]],
    );
}

#[test]
fn powershell() {
    check(
        "a.ps1",
        r##"<#
.SYNOPSIS
#>
function Get-Thing {
  param($x)
  if ($x) { 1 }
}
class Box {
  [int] $n
}
"##,
        expect![[r#"
            function Get-Thing 3-7 @4
            class Box 8-10
        "#]],
    );
}

#[test]
fn groovy() {
    check(
        "a.groovy",
        r##"class Build {
  def run(x) {
    go()
  }
}
def helper() { 1 }
"##,
        expect![[r#"
            class Build 1-5
              method run 2-4
            function helper 6-6
        "#]],
    );
}

#[test]
fn f_sharp() {
    check(
        "a.fs",
        r##"module App

type User = {
    Name: string
}

let rec open_ x =
    let y = 1
    y

let limit = 3
"##,
        expect![[r#"
            module App 1-1
            type User 3-5
            function open_ 7-9
            constant limit 11-11
        "#]],
    );
}

#[test]
fn ocaml() {
    check(
        "a.ml",
        r##"let rec go x =
  x + 1

module M = struct
  let inner = 1
end
type t = A | B
"##,
        expect![[r#"
            function go 1-2
            module M 4-5
              constant inner 5-5
            type t 7-7
        "#]],
    );
}

#[test]
fn clojure() {
    check(
        "a.clj",
        r##"(ns app.core
  (:require [a.b]))

;; Doc.
(defn open-it
  [x]
  (inc x))
(def limit 3)
"##,
        expect![[r#"
            module app.core 1-2
            function open-it 4-7 @5
            constant limit 8-8
        "#]],
    );
}

#[test]
fn julia() {
    check(
        "a.jl",
        r##"module App
struct P
    x
end
# Doc.
function go(x)
    if x
    end
end
const L = 3
end
"##,
        expect![[r#"
            module App 1-11
              class P 2-4
              function go 5-9 @6
              constant L 10-10
        "#]],
    );
}

#[test]
fn nim() {
    check(
        "a.nim",
        r##"proc go*(x: int): int =
  x + 1

type
  A = object
"##,
        expect![[r#"
            function go 1-2
        "#]],
    );
}

#[test]
fn gdscript() {
    check(
        "a.gd",
        r##"class_name Player
func _ready():
	pass

func go(x):
	return x
"##,
        expect![[r#"
            class Player 1-1
            function _ready 2-3
            function go 5-6
        "#]],
    );
}

#[test]
fn graphql() {
    check(
        "a.graphql",
        r##""""
Doc.
"""
type User implements Node {
  id: ID!
}
extend type Query {
  me: User
}
scalar Date
enum Color { RED }
"##,
        expect![[r#"
            type User 3-6 @4
            type Query 7-9
            type Date 10-10
            class Color 11-11
        "#]],
    );
}

#[test]
fn prisma() {
    check(
        "a.prisma",
        r##"model User {
  id Int @id
}
enum Role {
  ADMIN
}
"##,
        expect![[r#"
            class User 1-3
            class Role 4-6
        "#]],
    );
}

#[test]
fn objective_c() {
    check(
        "a.m",
        r##"@implementation Foo
- (void)load:(int)x {
  go();
}
@end
"##,
        expect![[r#"
            class Foo 1-5
              method load 2-4
        "#]],
    );
}

#[test]
fn vim() {
    check(
        "a.vim",
        r##"function! s:Go(x) abort
  return 1
endfunction
command! Foo call s:Go(1)
"##,
        expect![[r#"
            function s:Go 1-3
            function Foo 4-4
        "#]],
    );
}

#[test]
fn verilog() {
    check(
        "a.sv",
        r##"module top(
  input a
);
  assign b = a;
endmodule
"##,
        expect![[r#"
            module top 1-5
        "#]],
    );
}

#[test]
fn pascal() {
    check(
        "a.pas",
        r##"unit U;
procedure Go(x: Integer);
begin
  x := 1;
end;
"##,
        expect![[r#"
            module U 1-1
              function Go 2-5
        "#]],
    );
}

#[test]
fn cmake() {
    check(
        "CMakeLists.txt",
        r##"function(go x)
  message(x)
endfunction()
add_executable(app
  main.c)
"##,
        expect![[r#"
            function go 1-3
        "#]],
    );
}

#[test]
fn scss() {
    check(
        "a.scss",
        r##"@mixin box($x) {
  color: red;
}
"##,
        expect![[r#"
            macro box 1-3
        "#]],
    );
}

#[test]
fn glsl() {
    check(
        "a.glsl",
        r##"struct Light {
  vec3 p;
};
void main() {
  gl_Position = x;
}
"##,
        expect![[r#"
            class Light 1-3
              method p 2-2
            function main 4-6
        "#]],
    );
}

#[test]
fn crystal() {
    check(
        "a.cr",
        r##"class Foo
  def go
    1
  end
end
"##,
        expect![[r#"
            class Foo 1-5
              method go 2-4
        "#]],
    );
}

#[test]
fn fish() {
    check(
        "a.fish",
        r##"function go
  echo 1
end
"##,
        expect![[r#"
            function go 1-3
        "#]],
    );
}

#[test]
fn tcl() {
    check(
        "a.tcl",
        r##"proc go {x} {
  puts $x
}
"##,
        expect![[r#"
            function go 1-3
        "#]],
    );
}

#[test]
fn elm() {
    check(
        "a.elm",
        r##"module App exposing (..)
type Msg
    = A
    | B

type alias M =
    { a : Int }
"##,
        expect![[r#"
            module App 1-1
            type Msg 2-4
            type M 6-7
        "#]],
    );
}

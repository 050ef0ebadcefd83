//! One small file in each language whose structure is read.

use expect_test::expect;

use super::check;

#[test]
fn rust() {
    check(
        "a.rs",
        r##"//! Doc of the file.
use std::fmt;
use crate::{auth::{self, token::Token as T}, db::*};
mod inner;

/// A session.
#[derive(Debug)]
pub struct Session<'a> { id: &'a str }

impl<'a> Session<'a> {
    /// Opens it.
    pub fn open(id: &'a str) -> Result<Self, Error> {
        validate(id)?;
        Ok(Session { id })
    }
}

impl fmt::Display for Session<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "x") }
}

pub trait Store {
    type Key;
    fn load(&self) -> T;
}
const LIMIT: usize = 3;
macro_rules! square { ($x:expr) => { $x * $x }; }
#[cfg(test)]
mod tests {
    fn helper() { inner::go::<u8>(); }
}
cfg_net! {
    /// Inside.
    pub fn inside() { go(); }
    cfg_unix! {
        struct Deep { x: u8 }

    }
}
"##,
        expect![[r#"
            class Session 6-8 @8
            module Session 10-16
              method open 11-15 @12
            module Session 18-20
              method fmt 19-19
            interface Store 22-25
              type Key 23-23
              method load 24-24
            constant LIMIT 26-26
            macro square 27-27
            module tests 28-31 @29
              function helper 30-30
            function inside 33-34 @34
            class Deep 36-36
            import std::fmt 2
            import crate::auth 3
            import crate::auth::token::Token 3
            import crate::db (*) 3
            import self::inner 4
            uses std@2 token@3 Error@12 Result@12 Self@12 validate@13 Ok@14 Session@14 Display@18 Formatter@19 Result@19 write@19 T@24 go@30 inner@30 cfg_net@32 go@34 cfg_unix@35
        "#]],
    );
}

#[test]
fn python() {
    check(
        "a.py",
        r#"import os, sys as system
from .a import b, c as d
from pkg.mod import *

LIMIT = 3

@decorate(1)
@other
class Account(Base, metaclass=Meta):
    """Doc."""
    field: int = 0

    @property
    def total(self) -> Money:
        return compute(self.items)

    async def save(self):
        def inner():
            pass
        await self.db.save()

# Explains it.
def free(x):
    raise ValueError(x)
"#,
        expect![[r#"
            constant LIMIT 5-5
            class Account 7-20 @9
              constant field 11-11
              method total 13-15 @14
              method save 17-20
                function inner 18-19
            function free 22-24 @23
            import os 1
            import sys 1
            import .a (b, c) 2
            import pkg.mod (*) 3
            uses decorate@7 other@8 Base@9 int@11 property@13 Money@14 compute@15 save@20 ValueError@24
        "#]],
    );
}

#[test]
fn javascript() {
    check(
        "a.jsx",
        r#"import React, { useState } from 'react';
import * as path from "path";
import './style.css';
const fs = require('fs');
const { join, resolve: r } = require('path');
export { a, b } from './ab';
export * from './all';

/** Doc. */
export const handler = async (req) => {
  const inner = () => 1;
  return <Widget onClick={inner} />;
};
export const LIMIT = 10, OTHER = { get() { return 1; }, set: function () {} };

export default class Hub extends Base {
  count = 0;
  onClick = (e) => { this.go(e); };
  #secret() {}
  static async start() { return new Server(); }
}

function* gen() { yield import('./lazy'); }
module.exports.run = function () {};
exports.stop = () => {};
exports.version = '1';
Hub.prototype.close = function () { gen(); };
const Comp = React.memo(function Inner() { return null; });
"#,
        expect![[r#"
            function handler 9-13 @10
              function inner 11-11
            constant LIMIT 14-14
            constant OTHER 14-14
              method get 14-14
              function set 14-14
            class Hub 16-21
              constant count 17-17
              method onClick 18-18
              method #secret 19-19
              method start 20-20
            function gen 23-23
            function run 24-24
            function stop 25-25
            constant version 26-26
              method close 27-27
            constant Comp 28-28
            import react (React, useState) 1
            import path 2
            import ./style.css 3
            import fs 4
            import path (join, resolve) 5
            import ./ab (a, b) 6
            import ./all (*) 7
            import ./lazy 23
            uses require@4 require@5 Widget@12 Base@16 go@18 Server@20 gen@27 memo@28
        "#]],
    );
}

#[test]
fn typescript() {
    check(
        "a.ts",
        r#"import type { Options } from './options';
import fs = require('fs');
export interface Store<T> extends Base {
  get(key: string): Promise<T>;
  size: number;
}
export type Id = string | number;
export enum Color { Red, Green }
// Keeps it.
@Injectable()
export abstract class Repo implements Store<User> {
  private readonly cache = new Map<string, User>();
  constructor(private db: Database) { super(); }
  abstract find(id: Id): User;
  @Log()
  async get(key: string): Promise<User> { return this.db.load(key); }
  handler = async () => {};
}
declare module 'x' { export function f(a: number): void; }
namespace Inner { export const y = 1; export function g() {} }
export default function () { return 1; }
export const useHook = <T,>(x: T) => x;
"#,
        expect![[r#"
            interface Store 3-6
              method get 4-4
            type Id 7-7
            class Color 8-8
            class Repo 9-18 @11
              constant cache 12-12
              method constructor 13-13
              method find 14-14
              method get 15-16 @16
              method handler 17-17
            module x 19-19
              function f 19-19
            module Inner 20-20
              function g 20-20
            function default 21-21
            function useHook 22-22
            import ./options (Options) 1
            import fs 2
            uses Base@3 T@3 Promise@4 T@4 Injectable@10 Store@11 User@11 Map@12 User@12 Database@13 Id@14 User@14 Log@15 Promise@16 User@16 load@16 T@22
        "#]],
    );
}

#[test]
fn tsx() {
    check(
        "A.tsx",
        "export const App: FC<Props> = ({ user }) => {\n  return <Page.Header user={user}><Menu /></Page.Header>;\n};\n",
        expect![[r#"
            function App 1-3
            uses FC@1 Props@1 Header@2 Menu@2
        "#]],
    );
}

#[test]
fn go() {
    check(
        "a.go",
        r#"package main

import (
	"fmt"
	h "net/http"
)

// Limit is a bound.
const Limit = 3

const (
	A = iota
	B
)

var (
	x int
)

// Server serves.
type Server struct {
	mux *h.ServeMux
}

type Store interface {
	Load(key string) (Item, error)
}

type ID = string
type Fn func(int) error

// Start runs it.
func (s *Server) Start() error {
	fmt.Println(New())
	return nil
}

func New[T any](opts ...Option) *Server { return &Server{} }

func (c Cache[K]) Get(k K) {}
"#,
        expect![[r#"
            constant Limit 8-9 @9
            constant A 12-12
            constant B 13-13
            constant x 17-17
            class Server 20-23 @21
            interface Store 25-27
              method Load 26-26
            type ID 29-29
            type Fn 30-30
              method Start 32-36 @33
            function New 38-38
            method Get 40-40
            import fmt 4
            import net/http 5
            uses int@17 ServeMux@22 Item@26 error@26 string@26 string@29 error@30 int@30 Server@33 error@33 New@34 Println@34 Option@38 Server@38 any@38 Cache@40 K@40
        "#]],
    );
}

#[test]
fn java() {
    check(
        "A.java",
        r#"package a.b;

import java.util.List;
import static a.c.Util.*;

/** Doc. */
@Service
public class Account<T> extends Base implements Store {
    private static final int LIMIT = 3, OTHER = 4;
    public Account(Repo repo) { this.repo = repo; }
    @Override
    public List<Item> load(String id) throws IOException {
        return repo.find(new Query(id));
    }
    enum Color { RED, GREEN }
    record Point(int x, int y) { Point { check(x); } }
    interface Visitor { void visit(Node n); }
    @interface Marker { String value(); }
}
"#,
        expect![[r#"
            class Account 6-19 @8
              constant LIMIT 9-9
              constant OTHER 9-9
              method Account 10-10
              method load 11-14 @12
              class Color 15-15
                constant RED 15-15
                constant GREEN 15-15
              class Point 16-16
                method Point 16-16
              interface Visitor 17-17
                method visit 17-17
              interface Marker 18-18
                method value 18-18
            import java.util.List 3
            import a.c.Util (*) 4
            uses Service@7 Base@8 Store@8 T@8 Repo@10 Override@11 IOException@12 Item@12 List@12 String@12 Query@13 find@13 check@16 Node@17 String@18
        "#]],
    );
}
